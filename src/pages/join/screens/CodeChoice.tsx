// Spec §7, a choice out of a code group, in the language of the page; the choice stays when the language changes.
import { useEffect, useMemo, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { pressIsOver } from '../../../effects/browser/press.ts'
import { policyUrl } from '../../../effects/browser/policyUrl.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { nameSearched } from '../../../rules/fields/hangulSearch.ts'
import { choicesOf, isOther } from '../../../rules/join/codes.ts'
import { byName, codeName, countryNames } from '../../../rules/join/codeNames.ts'
import type { Affiliation } from '../../../rules/join/memberTypes.ts'
import { RadioList } from '../../../ui/fields/RadioList.tsx'
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { LoadFailed } from '../../../ui/shell/LoadFailed.tsx'
import type { Code } from '../../../../contract/shapes/service.ts'
import { useErrorOf } from '../useErrorOf.ts'
import type { JoinTextField } from '../../../rules/join/joinFields.ts'
import type { PrivacyForm } from './privacyForm.ts'
import { useCodes } from '../useCodes.ts'

type Etc = { name: JoinTextField; label: string }
type Props = {
  form: PrivacyForm
  name: JoinTextField
  label: string
  group: string
  hint?: string
  /** The free-text field that the choice 'other' opens. */
  etc?: Etc
}

/** The most choices that are radio buttons. A phone shows no more of them at once. */
const MOST_RADIOS = 12

function useChoices({ form, name, group }: Pick<Props, 'form' | 'name' | 'group'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { codes, state, retry } = useCodes(group)
  const { field } = useController({ control: form.control, name })
  const known = choicesOf(codes)
  useForgotten(
    form,
    name,
    state,
    known.map(({ choice }) => choice),
  )
  const isCountries = group.startsWith('NATIONAL_')
  const nameOf = useMemo(
    () => (isCountries ? countryNames(locale) : (code: Code) => codeName(code, locale)),
    [isCountries, locale],
  )
  const named = known.map(({ choice, row }) => ({
    value: choice,
    text: nameOf(row),
    also: [row.code_name, row.code_name_en, row.code_name_cn, row.code_name_ja].filter(
      (name) => name !== null && name !== undefined,
    ),
  }))
  return {
    field,
    state,
    error: useListErrorOf(form, state)(name),
    choices: isCountries ? byName(named, locale) : named,
    waiting: state === 'loading' ? t('profile.listComing') : undefined,
    failed: state === 'failed' && (
      <div className="failed">
        <LoadFailed onRetry={retry} />
      </div>
    ),
  }
}
type Choices = ReturnType<typeof useChoices>

/** A native list, of any length. */
export function CodeSelect(props: Omit<Props, 'etc' | 'hint'>) {
  return <NativeList label={props.label} {...useChoices(props)} />
}

function NativeList({
  label,
  hint,
  field,
  state,
  error,
  choices,
  waiting,
  failed,
}: Choices & Pick<Props, 'label' | 'hint'>) {
  const { t } = useTranslation()
  return (
    <div>
      <SelectField
        label={label}
        hint={hint}
        error={error}
        choices={[{ value: '', text: waiting ?? t('profile.choose') }, ...choices]}
        {...field}
        // While the list is loading, the select must keep showing the stored choice.
        value={state === 'ready' ? field.value : ''}
        disabled={state !== 'ready'}
      />
      {failed}
    </div>
  )
}

/** The company, organisation or school, as the record of the member type names it: a long list that is searched by typing. */
export function AffiliationField({ form, affiliation }: Pick<Props, 'form'> & { affiliation: Affiliation }) {
  const { t } = useTranslation()
  const { group, label, other } = affiliation
  const { field, state, error, choices, waiting, failed } = useChoices({ form, name: 'affiliationCode', group })
  const opening = useOpening()
  const locale = useLocale()
  // Initial consonants alone only search.
  const own = (typed: string) => (nameSearched(typed) === '' ? undefined : t('search.own', { typed: typed.trim() }))
  const hasOther = choices.some(({ value }) => isOther(value))
  return (
    <>
      <div>
        <SearchSelect
          name="affiliationCode"
          label={t(label)}
          hint={t('search.hint')}
          error={error}
          choices={choices}
          value={state === 'ready' ? field.value : ''}
          onChange={field.onChange}
          onPick={(value, unfound) => {
            opening.note(value)
            // The name that was searched for in vain is not typed twice.
            const searched = nameSearched(unfound)
            if (searched !== '') form.setValue('affiliationName', searched, { shouldDirty: true })
          }}
          onUnfound={(value, unfound, how) => {
            const takeOther = () => {
              form.setValue('affiliationName', nameSearched(unfound), { shouldDirty: true })
              form.setValue('affiliationCode', value, { shouldDirty: true, shouldValidate: true })
            }
            if (how === 'sent') takeOther()
            // The field of the name appears, and moves what is being pressed.
            else void pressIsOver().then(takeOther)
          }}
          own={own}
          {...(!hasOther && { none: t('search.noneHelp') })}
          onBlur={field.onBlur}
          waiting={waiting}
          failed={state === 'failed' ? t('profile.listFirst') : undefined}
          always={isOther}
        />
        {failed}
        {state === 'ready' && !hasOther && (
          <p className="note">
            <TextLink href={policyUrl('support', locale)} newTab>
              {t('search.notListed')}
            </TextLink>
          </p>
        )}
      </div>
      {other && isOther(field.value) && (
        <OtherField form={form} name="affiliationName" label={t(other.label)} opening={opening} />
      )}
    </>
  )
}

/** Whether a press has chosen 'other'. The arrow keys pass over it, so they note nothing. */
function useOpening() {
  const isPressed = useRef(false)
  return useMemo(
    () => ({
      note: (value: string) => void (isPressed.current = isOther(value)),
      take: () => {
        const was = isPressed.current
        isPressed.current = false
        return was
      },
    }),
    [],
  )
}
type Opening = ReturnType<typeof useOpening>

/** What 'other' stands for. It takes the focus if a press on the choice has opened it. */
function OtherField({ form, name, label, opening }: Etc & { form: PrivacyForm; opening: Opening }) {
  const errorOf = useErrorOf(form)
  useEffect(() => {
    if (opening.take()) form.setFocus(name)
  }, [form, name, opening])
  return <TextField {...form.register(name)} label={label} error={errorOf(name)} autoComplete="off" dir="auto" />
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

/**
 * A short code group as radio buttons, and a longer one as a native list.
 * @param onAnswer a press has answered the question for the first time
 */
export function CodeRadios({ etc, onAnswer, ...props }: Props & { onAnswer?: () => void }) {
  const list = useChoices(props)
  const { field, state, error, choices, waiting, failed } = list
  const opening = useOpening()
  return (
    <>
      {choices.length > MOST_RADIOS ? (
        <NativeList label={props.label} hint={props.hint} {...list} />
      ) : (
        <RadioList
          {...field}
          label={props.label}
          value={state === 'ready' ? field.value : ''}
          choices={choices}
          hint={props.hint}
          error={error}
          waiting={waiting}
          onPress={(value) => {
            opening.note(value)
            if (field.value === '') onAnswer?.()
          }}
        >
          {failed}
        </RadioList>
      )}
      {etc && isOther(field.value) && <OtherField form={props.form} {...etc} opening={opening} />}
    </>
  )
}
