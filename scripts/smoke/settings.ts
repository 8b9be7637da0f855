// Who signs in for `npm run smoke`, and as which partner service.
import * as z from 'zod/mini'
import { contentOf } from '../../backend/settings/contentOf.ts'
import { StartProblem } from '../../backend/startProblem.ts'
import { isSafeUrl, urlOf } from '../../contract/url.ts'
import type { SettingRow, SettingRows } from '../../server/settingRow.ts'

const WANTED = 'an absolute URL with https, or http on this machine'
const address = z.string().check(z.refine((text) => isSafeUrl(urlOf(text)), WANTED))
const given = z.string().check(z.minLength(1))

export const SMOKE_ROWS = {
  SMOKE_LOGIN_ID: {
    shape: given,
    means:
      'the login ID of a member of its own without a second factor, who has agreed to the terms: each run is a sign-in of a new browser, which a mail tells',
  },
  SMOKE_PASSWORD: { shape: given, means: 'the password of that member', secret: true },
  SMOKE_CLIENT_ID: { shape: given, means: 'the client ID of a partner service' },
  SMOKE_CLIENT_SECRET: {
    shape: z._default(z.string(), ''),
    means: 'its secret. Empty: a public client',
    secret: true,
  },
  SMOKE_REDIRECT_URI: { shape: address, means: 'a redirect URI that is registered for it. Nothing calls it' },
  SMOKE_POST_LOGOUT_URI: { shape: address, means: 'the same for the address after a sign-out' },
  SMOKE_ISSUER: {
    shape: z.optional(address),
    means: 'the issuer, if it is not the origin of the auth API that the app names',
  },
} as const satisfies SettingRows

type Shapes = { [K in keyof typeof SMOKE_ROWS]: (typeof SMOKE_ROWS)[K]['shape'] }
const Settings = z.object(
  Object.fromEntries(Object.entries<SettingRow>(SMOKE_ROWS).map(([name, { shape }]) => [name, shape])) as Shapes,
)
export type SmokeSettings = z.infer<typeof Settings> & { app: string }

const SECRETS = Object.entries<SettingRow>(SMOKE_ROWS).flatMap(([name, { secret }]) => (secret ? [name] : []))

type Env = Record<string, string | undefined>

/** An empty value counts as unset. A secret may be the content of a file. */
function filled(env: Env): Env {
  const some = Object.entries(env).filter(([, value]) => value)
  const files = SECRETS.flatMap((name) => {
    const setting = `${name}_FILE`
    const path = env[setting]
    return path ? [[name, contentOf(path, setting).trim()]] : []
  })
  return Object.fromEntries([...some, ...files]) as Env
}

/** @param app the address of the deployment @throws StartProblem with a line for each wrong setting, never its value */
export function smokeSettings(app: string | undefined, env: Env): SmokeSettings {
  if (!isSafeUrl(urlOf(app ?? '')))
    throw new StartProblem(`name the address of the app, such as https://id.example.com: ${WANTED}`)
  const parsed = Settings.safeParse(filled(env))
  if (parsed.success) return { ...parsed.data, app: new URL(app ?? '').origin }
  throw new StartProblem(
    parsed.error.issues
      .map(({ path, code, message }) => `${path.join('.')}: ${code === 'invalid_type' ? 'is missing' : message}`)
      .join('\n'),
  )
}
