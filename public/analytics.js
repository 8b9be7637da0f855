// The page inside the walled frame: hands page views from the app to the tag manager, and nothing else to anybody.
const id = new URLSearchParams(location.search).get('id') || ''
window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }]

window.addEventListener('message', ({ source, data }) => {
  if (source === window.parent && data && data.event === 'page_view') {
    window.dataLayer.push({ event: 'page_view', page: String(data.page), locale: String(data.locale) })
  }
})

if (/^[A-Z0-9-]+$/.test(id)) {
  const script = document.createElement('script')
  script.async = true
  script.src = 'https://www.googletagmanager.com/gtm.js?id=' + id
  document.head.append(script)
}
