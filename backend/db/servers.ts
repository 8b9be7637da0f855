// An address of PostgreSQL may name several servers, of which one is the primary: postgres://user@first:5432,second:5432/name
import { urlOf } from '../../contract/url.ts'
import { decoded } from '../settings/decoded.ts'

export const POSTGRES_URL =
  'a URL such as postgres://user@host:5432/name, or with several hosts: first:5432,second:5432'

const FORM = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#@]*)(?<after>(?:[/?#].*)?)$/s

/** `pg` decodes the user and the password, and fails on a broken escape. */
const isReadable = (url: string): boolean => {
  const { username, password } = urlOf(url) ?? { username: '%', password: '' }
  return decoded(username) !== null && decoded(password) !== null
}

/** One address for each server, in the order of the text. @returns [] if the text is no address of PostgreSQL */
export function serversOf(database_url: string): string[] {
  const parts = FORM.exec(database_url)?.groups
  if (!parts) return []
  const { before = '', hosts = '', after = '' } = parts
  const names = hosts.split(',')
  const urls = names.map((host) => before + host + after)
  const areHosts = names.length === 1 || names.every((host) => host !== '')
  return areHosts && urls.every(isReadable) ? urls : []
}

/** The role that an address names, or ''. That of a socket names it in its query: postgres:///name?host=/run/postgresql&user=role */
export function roleIn(database_url: string): string {
  const { username = '', searchParams } = urlOf(serversOf(database_url)[0] ?? '') ?? {}
  return decoded(username) || (searchParams?.get('user') ?? '')
}
