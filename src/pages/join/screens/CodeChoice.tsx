// Spec §7, a choice out of a code group, in the language of the page; the choice stays when the language changes.
import { useEffect } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../i18n/texts.tsx'
import { choicesOf, isOther } from '../../../rules/join/codes.ts'
import { codeName, countryNames } from '../../../rules/join/codeNames.ts'
import type { Affiliation } from '../../../rules/join/memberTypes.ts'
import { RadioList } from '../../../ui/fields/RadioList.tsx'
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { LoadFailed } from '../../../ui/shell/LoadFailed.tsx'
import type { Code } from '../../../../contract/shapes/service.ts'
import { useErrorOf } from '../useErrorOf.ts'
import type { JoinTextField } from '../../../rules/join/joinFields.ts'
import type { PrivacyForm } from './privacyForm.ts'
import { useCodes } from '../useCodes.ts'

type Props = {
  form: PrivacyForm
  name: JoinTextField
  label: string
  group: string
  /** A long list is searched by typing. */
  searched?: boolean
  /** The free-text field that the choice 'other' opens. */
  etc?: { name: JoinTextField; label: string }
}

export function CodeSelect({ form, name, label, group, searched = false, etc }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { codes, state, retry } = useCodes(group)
  const errorOf = useListErrorOf(form, state)
  const { field } = useController({ control: form.control, name })
  const known = choicesOf(codes)
  useForgotten(
    form,
    name,
    state,
    known.map(({ choice }) => choice),
  )
  const nameOf = group.startsWith('NATIONAL_') ? countryNames(locale) : (code: Code) => codeName(code, locale)
  const choices = known.map(({ choice, row }) => ({ value: choice, text: nameOf(row) }))
  const first = { value: '', text: t(state === 'loading' ? 'profile.listComing' : 'profile.choose') }
  return (
    <>
      <div>
        {searched ? (
          <SearchSelect
            name={name}
            label={label}
            hint={t('search.hint')}
            error={errorOf(name)}
            choices={choices}
            value={state === 'ready' ? field.value : ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            disabled={state === 'failed'}
            waiting={state === 'loading' ? t('profile.listComing') : undefined}
            always={isOther}
          />
        ) : (
          <SelectField
            label={label}
            error={errorOf(name)}
            choices={[first, ...choices]}
            {...field}
            // While the list is loading, the select must keep showing the stored choice.
            value={state === 'ready' ? field.value : ''}
            disabled={state !== 'ready'}
          />
        )}
        {state === 'failed' && (
          <div className="failed">
            <LoadFailed onRetry={retry} />
          </div>
        )}
      </div>
      {etc && isOther(field.value) && (
        <TextField
          {...form.register(etc.name)}
          label={etc.label}
          error={errorOf(etc.name)}
          autoComplete="off"
          dir="auto"
        />
      )}
    </>
  )
}

/** The company, organisation or school, as the record of the member type names it. */
export function AffiliationField({ form, affiliation }: Pick<Props, 'form'> & { affiliation: Affiliation }) {
  const { t } = useTranslation()
  const { group, label, other } = affiliation
  return (
    <CodeSelect
      form={form}
      name="affiliationCode"
      label={t(label)}
      group={group}
      searched
      {...(other && { etc: { name: 'affiliationName', label: t(other) } })}
    />
  )
}

/** The error below a choice. If the list could not be loaded, it asks the member to load the list, not to choose. */
function useListErrorOf(form: PrivacyForm, state: 'loading' | 'ready' | 'failed') {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  return (name: JoinTextField) => (errorOf(name) && state === 'failed' ? t('profile.listFirst') : errorOf(name))
}

/** A code that is not in its list comes from another list. It counts as unselected, here and in the payload. */
function useForgotten(
  form: PrivacyForm,
  name: JoinTextField,
  state: 'loading' | 'ready' | 'failed',
  known: readonly string[],
) {
  const value = useWatch({ control: form.control, name })
  const isForeign = state === 'ready' && value !== '' && !known.includes(value)
  useEffect(() => {
    if (isForeign) form.setValue(name, '')
  }, [form, name, isForeign])
}

/** A short code group as radio buttons. */
export function CodeRadios({ form, name, label, group }: Omit<Props, 'etc'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { codes, state, retry } = useCodes(group)
  const error = useListErrorOf(form, state)(name)
  const { field } = useController({ control: form.control, name })
  useForgotten(
    form,
    name,
    state,
    codes.map(({ code }) => code),
  )
  return (
    <RadioList
      {...field}
      label={label}
      choices={codes.map((row) => ({ value: row.code, text: codeName(row, locale) }))}
      error={error}
      waiting={state === 'loading' ? t('profile.listComing') : undefined}
    >
      {state === 'failed' && (
        <div className="failed">
          <LoadFailed onRetry={retry} />
        </div>
      )}
    </RadioList>
  )
}
