// Who signs in for `npm run smoke`, and as which partner service.
import * as z from 'zod/mini'
import { contentOf } from '../../backend/settings/contentOf.ts'
import { StartProblem } from '../../backend/startProblem.ts'
import { isSafeUrl, urlOf } from '../../contract/url.ts'

const WANTED = 'an absolute URL with https, or http on this machine'
const address = z.string().check(z.refine((text) => isSafeUrl(urlOf(text)), WANTED))
const given = z.string().check(z.minLength(1))

const Settings = z.object({
  SMOKE_LOGIN_ID: given,
  SMOKE_PASSWORD: given,
  SMOKE_CLIENT_ID: given,
  SMOKE_CLIENT_SECRET: z._default(z.string(), ''),
  SMOKE_REDIRECT_URI: address,
  SMOKE_POST_LOGOUT_URI: address,
  SMOKE_ISSUER: z.optional(address),
})
export type SmokeSettings = z.infer<typeof Settings> & { app: string }

const SECRETS = ['SMOKE_PASSWORD', 'SMOKE_CLIENT_SECRET']

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
