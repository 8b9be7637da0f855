// Spec §7, "Sign-up privacy payload": what a join sends is what its screens showed last. Every test and every journey that joins is held to it.

/** The paths to which a join is sent (POST). */
export const JOIN_CALLS: readonly string[] = ['/v1/verify/join', '/v1/profile/sign-up']

type Body = Record<string, unknown> & { profile?: Record<string, unknown> }

/**
 * Notes what the forms of one visit show, and compares it with a join.
 * NOTE: browsers get the text of this function, so it uses nothing from outside.
 */
export function makeJoinWatch() {
  const spaced = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const asText = (value: unknown) => (typeof value === 'string' ? value : '')
  const digits = (text: string) => text.replace(/\D/g, '')
  /** Rows of a list that share a code have a number behind it. */
  const code = (text: string) => text.replace(/\t.*/, '')
  const padded = (part: string) => part.padStart(2, '0')
  const day = (text: string) => text.split(/\D+/).map(padded).join('')

  type Row = [field: string, sent: string, value: (text: string) => string]
  const ACCOUNT: Row[] = [
    ['nickName', 'nickname', spaced],
    ['fullName', 'name', spaced],
  ]
  const ROWS: Row[] = [
    ...ACCOUNT,
    ['birthday', 'birthdate', day],
    ['gender', 'gender', code],
    ['affiliationName', 'affiliation_name', spaced],
    ['affiliationPhone', 'affiliation_phone', digits],
    ['affiliationEmail', 'affiliation_email', spaced],
    ['jobTitle', 'job_title', code],
    ['jobTitleEtc', 'job_title_etc', spaced],
    ['jobRank', 'job_rank', code],
    ['recommenderMbrNo', 'recommender_mbr_no', spaced],
    ['relationship', 'relationship', code],
    ['relationshipEtc', 'relationship_etc', spaced],
    ['familyJob', 'family_job', code],
    ['familyJobEtc', 'family_job_etc', spaced],
    ['schoolCourse', 'school_course', code],
    ['schoolStatus', 'school_status', code],
    ['completeSemester', 'complete_semester', code],
    ['empNo', 'emp_no', spaced],
  ]
  /** Free texts, and the choice whose last row opens them. */
  const OF_CHOICE = {
    affiliationName: 'affiliationCode',
    jobTitleEtc: 'jobTitle',
    relationshipEtc: 'relationship',
    familyJobEtc: 'familyJob',
  }

  const shown = new Map<string, string>()
  const submitted = new WeakSet<Element>()

  const isField = (element: Element): element is HTMLInputElement | HTMLSelectElement =>
    element.matches('input[name], select[name]')
  function set(field: HTMLInputElement | HTMLSelectElement): void {
    if (field.type === 'radio' && !field.checked) return
    shown.set(field.name, field.value)
  }

  const EVENTS = ['input', 'change', 'submit', 'click']

  function forgetOthers(): void {
    for (const name of shown.keys()) if (!ACCOUNT.some(([field]) => field === name)) shown.delete(name)
  }

  function noteForm(form: Element): void {
    submitted.add(form)
    const fields = [...form.querySelectorAll('input, select')].filter(isField)
    for (const field of fields) set(field)
    const has = (name: string) => fields.some((field) => field.name === name)
    for (const [name, choice] of Object.entries(OF_CHOICE)) if (has(choice) && !has(name)) shown.delete(name)
  }

  function noteField(field: HTMLInputElement | HTMLSelectElement): void {
    // After a press, either value is right: the screen may be about to go.
    if (!field.form || !submitted.has(field.form)) set(field)
    else if (shown.get(field.name) !== field.value) shown.delete(field.name)
  }

  const note = ({ type, target }: Event): void => {
    if (!(target instanceof Element)) return
    // Another member type, or the way of the group, leaves out what only this one asks for.
    if (type === 'click') return target.closest('a, [name="memberTypeCode"]') ? forgetOthers() : undefined
    if (type === 'submit') noteForm(target)
    else if (isField(target)) noteField(target)
  }

  /** @returns a function that names what a body sends otherwise than it was shown until now */
  const begin = (): ((body: Body) => string[]) => {
    const before = new Map(shown)
    return ({ profile = {}, ...body }) =>
      ROWS.flatMap(([field, name, value]) => {
        const wanted = value(before.get(field) ?? '')
        const sent = asText(profile[name] ?? body[name])
        // A year stands for a whole birthday, and a day that is not written out is finished by the app.
        const isYear = field === 'birthday' && wanted.length === 4
        if (wanted === '' || (field === 'birthday' && !isYear && wanted.length !== 8)) return []
        return (isYear ? sent.slice(0, 4) : spaced(sent)) === wanted
          ? []
          : [`a join sends “${sent}” as ${name}, and its screen showed “${wanted}”`]
      })
  }

  return { EVENTS, note, begin, watched: ROWS.map(([field]) => field) }
}

/**
 * Runs in a page: a join that sends something else than its screens showed is an error of the console.
 * NOTE: Playwright sometimes loses the body of a request that was cloned. So the text is kept where the script comes before those of the page.
 */
export function watchJoins({ EVENTS, note, begin }: ReturnType<typeof makeJoinWatch>, calls: readonly string[]): void {
  for (const name of EVENTS) document.addEventListener(name, note, true)
  const ask = window.fetch.bind(window)
  const Plain = window.Request
  const texts = new WeakMap<Request, string>()
  window.Request = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Plain>) {
      super(...given)
      const body = given[1]?.body
      if (typeof body === 'string') texts.set(this, body)
    }
  }
  const isJoin = (asked: unknown): asked is Request =>
    asked instanceof Plain && asked.method === 'POST' && calls.includes(new URL(asked.url).pathname)
  window.fetch = (...given) => {
    const [request] = given
    if (isJoin(request)) {
      const differencesOf = begin()
      const text = texts.get(request)
      void (text === undefined ? request.clone().text() : Promise.resolve(text)).then((sent) => {
        for (const difference of differencesOf(JSON.parse(sent) as Body)) console.error(difference)
      })
    }
    return ask(...given)
  }
}

/** The script of a page that does so. */
export const JOIN_WATCH = `(${watchJoins.toString()})((${makeJoinWatch.toString()})(), ${JSON.stringify(JOIN_CALLS)})`
