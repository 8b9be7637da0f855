// Spec §2, the routes that show the login form. All others are in routes.tsx, which is not in the first load.
import type { ReactElement } from 'react'
import { LoginPage } from '../pages/login/LoginPage.tsx'
import { entered, type Guard, noSession } from '../rules/visit/guards.ts'
import { type Path, paths } from '../rules/visit/paths.ts'

export type Name = keyof typeof paths
/** A page without props, or with `mode` or `action` in its element. */
export type Row = {
  element: ReactElement
  guards?: readonly Guard[]
  /** Routes with the same key are one page: moving between them keeps typed text and runs no guards. */
  key?: string
}
export type Entry = Required<Row> & { path: Path; title: `title.${Name}` }

/** The routes that show the login form. */
export type FormName = 'init' | 'initLogin' | 'login' | 'certification'

export const tableOf = (rows: Partial<Record<Name, Row>>): readonly Entry[] =>
  (Object.keys(rows) as Name[]).flatMap((name) => {
    const row = rows[name]
    return row ? [{ key: paths[name], guards: [], ...row, path: paths[name], title: `title.${name}` as const }] : []
  })

const rows: Record<FormName, Row> = {
  init: { element: <LoginPage mode="entry" />, key: 'login' },
  initLogin: { element: <LoginPage mode="entry" />, key: 'login' },
  login: { element: <LoginPage mode="login" />, guards: [...entered, noSession], key: 'login' },
  certification: { element: <LoginPage mode="certification" />, guards: [...entered, noSession], key: 'login' },
}
export const formTable = tableOf(rows)
