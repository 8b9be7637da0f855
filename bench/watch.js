// Runs in the page before anything else. Records when the form accepts typing, and when its handlers work.
;(() => {
  const seen = { fcp: 0, input: 0, form: 0, cls: 0, tasks: [], key: 0 }
  Object.defineProperty(window, 'daemunBench', { value: seen })
  const observe = (type, each, more = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
    } catch {
      // Browsers differ in the entry types that they know.
    }
  }
  observe('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime))
  observe('layout-shift', (entry) => !entry.hadRecentInput && (seen.cls += entry.value))
  observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]))
  observe('event', (entry) => entry.name === 'keydown' && (seen.key = Math.max(seen.key, entry.duration)), {
    durationThreshold: 16,
  })

  const usable = (field) => {
    if (!field || field.disabled || field.readOnly) return false
    const { left, top, width, height } = field.getBoundingClientRect()
    return width > 0 && document.elementFromPoint(left + width / 2, top + height / 2) === field
  }
  // React stores an element's handlers on the element when it mounts or hydrates it.
  const alive = (field) => Object.keys(field).some((key) => key.startsWith('__reactProps$'))
  // The field is visible after a frame. From then on its handlers are also checked between frames.
  const look = () => {
    const field = document.querySelector('input[name="login_id"]')
    if (!seen.input && usable(field)) seen.input = performance.now()
    if (seen.input && (!window.daemunBenchReact || alive(field))) seen.form = performance.now()
    if (seen.form) return
    if (seen.input) setTimeout(look, 4)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()
