import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memoizeImport } from '../../state/timeout.ts'
import type { SearchField } from './SearchField.tsx'
import { SelectField } from './SelectField.tsx'

/** Loads the search with MUI, 55 kB. Call it some screens before the field is shown. */
export const fetchSearchField = memoizeImport(() => import('./SearchField.tsx'))

/** A long list that is searched by typing. If the code of the search does not arrive, a native select has the same choices. */
export function SearchSelect(props: ComponentProps<typeof SearchField>) {
  const { t } = useTranslation()
  /** Null: it did not arrive. */
  const [Search, setSearch] = useState<typeof SearchField | null>()
  useLayoutEffect(() => {
    fetchSearchField().then(
      (module) => setSearch(() => module.SearchField),
      () => setSearch(null),
    )
  }, [])
  if (Search) return <Search {...props} />
  const { name, label, error, choices, value, onChange, onBlur, waiting, failed } = props
  const isComing = Search === undefined || waiting !== undefined
  return (
    <SelectField
      name={name}
      label={label}
      error={error}
      choices={[{ value: '', text: t(isComing ? 'profile.listComing' : 'profile.choose') }, ...choices]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
      disabled={isComing || failed !== undefined}
    />
  )
}
