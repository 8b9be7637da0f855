// The page of the gallery with colours, type and each component in each state, made of the components themselves. The app does
// not contain this page: e2e/componentsPage.ts builds it for the gallery and for axe.
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import 'virtual:first.css'
import 'virtual:later.css'
import { changeLocale, loadLaterTexts } from '../../src/i18n/languages.ts'
import { TextsProvider } from '../../src/i18n/texts.tsx'
import { contrast } from '../../contract/brand.ts'
import type { MemberType } from '../../src/rules/visit/facts.ts'
import { paths } from '../../src/rules/visit/paths.ts'
import { AccountList } from '../../src/ui/lists/AccountList.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { Drawing, type DrawingName } from '../../src/ui/Drawing.tsx'
import { Checkbox } from '../../src/ui/fields/Checkbox.tsx'
import { CodeField } from '../../src/ui/fields/CodeField.tsx'
import { FileField } from '../../src/ui/fields/FileField.tsx'
import { PasswordField } from '../../src/ui/fields/PasswordField.tsx'
import { PhoneField } from '../../src/ui/fields/PhoneField.tsx'
import { RadioField } from '../../src/ui/fields/RadioField.tsx'
import { RadioList } from '../../src/ui/fields/RadioList.tsx'
import { SelectField } from '../../src/ui/fields/SelectField.tsx'
import { TextField } from '../../src/ui/fields/TextField.tsx'
import { Header } from '../../src/ui/shell/Header.tsx'
import { Icon, type IconName } from '../../src/ui/Icon.tsx'
import { Known } from '../../src/ui/shell/Known.tsx'
import { LoadFailed } from '../../src/ui/shell/LoadFailed.tsx'
import { MemberTypeCards } from '../../src/ui/lists/MemberTypeCards.tsx'
import { PasswordRules } from '../../src/ui/lists/PasswordRules.tsx'
import { Reference } from '../../src/ui/Reference.tsx'
import { Skeleton } from '../../src/ui/shell/Skeleton.tsx'
import { Steps } from '../../src/ui/Steps.tsx'
import { Tabs } from '../../src/ui/Tabs.tsx'
import { TermsList } from '../../src/ui/lists/TermsList.tsx'
import { TextLink } from '../../src/ui/TextLink.tsx'
import '../../src/ui/pages.css'
import { HTML_LANG, LANGUAGE_NAMES, type Locale, localeOf, LOCALES } from '../../contract/locale.ts'
import { showTheme } from '../../src/state/theme.ts'
import './page.css'

const BRAND = '#1B5FCC'
const TOKENS = [
  'white',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((step) => `gray-0${step}`),
  'secondary',
  'secondary-dark',
  'ink-error',
  'ink-success',
  'ink-warning',
  'action',
  'accent',
  'edge',
]
const DRAWINGS: readonly DrawingName[] = ['gate', 'locked', 'path', 'works', 'clock']
const ICONS: readonly IconName[] = ['alert', 'check', 'globe', 'eye', 'eyeOff', 'close']
const SAMPLES: Record<Locale, string> = {
  ko: '이용하던 서비스로 돌아가 로그인을 다시 시작해 주세요. 남은 시간 2:59',
  en: 'Please start again from the service you were using. Time left 2:59',
  zh: '请从您之前使用的服务重新开始登录。剩余时间 2:59',
  ja: 'ご利用のサービスからもう一度ログインを始めてください。残り時間 2:59',
}
const nothing = () => {}

/** A token's value as `#RRGGBB`, as the browser computes it. */
function valueOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(--${token})`
  document.body.append(probe)
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? []
  probe.remove()
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="sample" aria-label={name}>
    <h2 lang="en">{name}</h2>
    <div className="stack">{children}</div>
  </section>
)

const Colours = () => (
  <ul className="swatches" lang="en">
    {TOKENS.map((token) => {
      const value = valueOf(token)
      return (
        <li key={token}>
          <svg viewBox="0 0 10 4" aria-hidden="true">
            <rect width="10" height="4" fill={`var(--${token})`} stroke="none" />
          </svg>
          <strong>{token}</strong>
          <small>{`${value} · ${contrast(value, '#FFFFFF').toFixed(1)} : 1`}</small>
        </li>
      )
    })}
  </ul>
)

const Type = () => (
  <>
    {LOCALES.map((locale) => (
      <div key={locale} lang={HTML_LANG[locale]} className="stack tight">
        <p className="title">{LANGUAGE_NAMES[locale]}</p>
        <p>{SAMPLES[locale]}</p>
        <p className="note">{SAMPLES[locale]}</p>
      </div>
    ))}
  </>
)

const countries = [
  { value: '82', text: '+82 South Korea' },
  { value: '1242', text: '+1242 Bahamas' },
]
const country = (name: string, value = '82') => ({
  name,
  label: 'Country',
  choices: countries,
  value,
  onChange: nothing,
})
const letter = { name: 'letter.pdf', size: '1.2 MB' }
const choices = [
  { value: '', text: '–' },
  { value: 'a', text: 'One' },
]
const ranks = ['Staff', 'Deputy general manager', 'Head', 'Chief executive', 'Other'].map((text, at) => ({
  value: 'abcde'.charAt(at),
  text,
}))

function Fields() {
  return (
    <>
      <TextField name="empty" label="Empty" placeholder="Placeholder" />
      <TextField
        name="filled"
        label="Filled, with a hint"
        defaultValue="member@demo.test"
        hint="The hint stands below."
      />
      <TextField name="wrong" label="Wrong" defaultValue="member@" error="Please enter a complete address." />
      <TextField name="fixed" label="Read only" defaultValue="member@demo.test" readOnly />
      <TextField name="freely" label="Optional" optional />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <PasswordField
        name="password2"
        label="Wrong"
        autoComplete="current-password"
        error="Please enter the password."
      />
      <PasswordRules id="rules" value="abcd12" owner={{ login_id: 'member@demo.test', phone_number: '' }} />
      <PhoneField name="phone" label="Mobile number" country={country('c1')} value="010-1234-5678" onText={nothing} />
      <PhoneField
        name="phone2"
        label="Wrong"
        country={country('c2', '1242')}
        value="010"
        onText={nothing}
        error="Please enter the whole number."
      />
      <CodeField name="code" label="Code" value="123" onText={nothing} timer={<span className="timer">2:59</span>} />
      <CodeField
        name="code2"
        label="The last seconds, and a wrong code"
        value="123456"
        onText={nothing}
        timer={<span className="timer last">0:09</span>}
        error="The code is not correct."
      />
      <CodeField name="code3" label="Expired" value="" onText={nothing} disabled />
      <SelectField name="select" label="Select" choices={choices} />
      <SelectField name="select2" label="Wrong" choices={choices} error="Please choose one." />
      <FileField name="file" label="File" accept=".pdf" file={null} onChoose={nothing} hint="PDF, at most 10 MB" />
      <FileField name="file2" label="Chosen" accept=".pdf" file={letter} onChoose={nothing} />
      <RadioField
        name="radio"
        legend="Radio"
        choices={choices.slice(1).concat({ value: 'b', text: 'Two' })}
        value="a"
        onChange={nothing}
      />
      <RadioList name="list" label="Radio list" choices={ranks} value="a" onChange={nothing} />
      <Checkbox name="check" label="Checkbox" />
      <Checkbox name="checked" label="Checked" defaultChecked />
      <Checkbox name="check2" label="Wrong" error="Please agree." />
    </>
  )
}

const Buttons = () => (
  <>
    <Button>Main</Button>
    <Button busy>Busy</Button>
    <Button incomplete>Incomplete</Button>
    <Button plain>Plain</Button>
    <div className="links">
      <Button plain small>
        Small
      </Button>
      <TextLink to={paths.about}>A link</TextLink>
    </div>
  </>
)

const Messages = () => (
  <>
    <p className="alert">
      <Icon name="alert" />
      <span>The email or password is not correct.</span>
    </p>
    <div className="aside">
      <p>You are signed in in another tab.</p>
      <Button plain small>
        Continue
      </Button>
    </div>
    <LoadFailed onRetry={nothing} />
    <div className="toast">
      <span className="icon success">
        <Icon name="check" />
      </span>
      <p>A toast</p>
    </div>
    <Known facts={[{ name: 'Reason', value: 'The letter cannot be read.' }]} />
    <Reference id="3f2a-77c1" />
  </>
)

const terms = [
  { terms_code: 'SERVICE', name: 'Terms of service', url: 'https://example.com/', required: true },
  { terms_code: 'MARKETING', name: 'Marketing', url: 'https://example.com/', required: false },
]

function Lists() {
  const [type, setType] = useState<MemberType | null>('STUDENT')
  const [agreed, setAgreed] = useState<string[]>(['SERVICE'])
  return (
    <>
      <Steps current={2} total={4} name="Terms" />
      <Tabs
        label="Tabs"
        tabs={[
          { name: 'one', text: 'Selected' },
          { name: 'two', text: 'Another' },
        ]}
        selected="one"
        onSelect={nothing}
      >
        <p>The panel.</p>
      </Tabs>
      <MemberTypeCards value={type} onChoose={setType} />
      <TermsList terms={terms} agreed={agreed} onChange={setAgreed} onRead={() => null} />
    </>
  )
}

const accounts = [
  { id: '1', login_id: 'm*****@demo.test', name: '김한결', lastUsed: '2 hours ago' },
  { id: '2', login_id: 'e*****@demo.test', name: 'É. Martin', lastUsed: '4 days ago' },
]

const Page = () => (
  <main className="samples">
    <h1 lang="en">Colours, type and components</h1>
    <Part name="Colours">
      <Colours />
    </Part>
    <Part name="Type">
      <Type />
    </Part>
    <Part name="Drawings and icons">
      <div className="drawings state">
        {DRAWINGS.map((name) => (
          <Drawing key={name} name={name} />
        ))}
      </div>
      <div className="drawings">
        {ICONS.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </Part>
    <Part name="Buttons and links">
      <Buttons />
    </Part>
    <Part name="Fields">
      <Fields />
    </Part>
    <Part name="Messages">
      <Messages />
    </Part>
    <Part name="Lists and choices">
      <Lists />
    </Part>
  </main>
)

/** Components that bring a heading of the first level: each is a page of its own. */
const singles: Record<string, ReactNode> = {
  chooser: (
    <AccountList accounts={accounts} busy={null} wait={0} onContinue={nothing} onForget={nothing} error={null} />
  ),
  loading: <Skeleton />,
}

const query = new URLSearchParams(location.search)
const locale = localeOf(query.get('locale') ?? '', LOCALES) ?? 'ko'
await changeLocale(locale)
await loadLaterTexts()
const service = { client_id: 'service-a', color: BRAND, ink: '#FFFFFF', locale, name: '', banner: '', icon: '' }
showTheme({ ...service, iconWidth: 0, stay: false, join: false, passkey: false }, locale, false)
const single = singles[query.get('part') ?? '']
createRoot(document.getElementById('root') as HTMLElement).render(
  <MemoryRouter>
    <TextsProvider>
      <Header
        service={{ name: '한걸음 러닝', icon: null }}
        locales={LOCALES}
        locale={locale}
        onLocale={nothing}
        lost={null}
        onKeep={() => {}}
      />
      {single ? (
        <main className="samples">
          <div className="sample">{single}</div>
        </main>
      ) : (
        <Page />
      )}
    </TextsProvider>
  </MemoryRouter>,
)
