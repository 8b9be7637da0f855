import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useFieldForm } from '../effects/forms/useFieldForm.ts'
import { asZodOf } from '../rules/fields/asZod.ts'
import { MAJOR_FIELDS } from '../rules/join/codes.ts'
import { filledMajors, type MajorEntry, majorRows, majorsProblem, withNextRow } from '../rules/join/majors.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { Button } from '../ui/Button.tsx'
import { Choices } from '../ui/Choices.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { bySentence } from '../ui/bySentence.tsx'
import './majors.css'

type Lists = { majors: readonly MajorEntry[]; doubleMajors: readonly MajorEntry[] }
type Fields = { majors: MajorEntry[]; doubleMajors: MajorEntry[] }
const Rules = z.looseObject({ majors: asZodOf(majorsProblem) })

type Props = {
  registered: Lists
  /** Receives each change. */
  onDraft: (lists: Lists) => void
  /** The first major is incomplete. The text appears beside the form, which stays open. */
  onProblem: (text: MessageKey) => void
  onCancel: () => void
  onRegister: (lists: Lists) => void
}

/** A student's majors and double majors, at most three of each. Only the first major is required. */
export default function MajorsForm({ registered, onDraft, onProblem, onCancel, onRegister }: Props) {
  const { t } = useTranslation()
  const { form, textOf, submit, change } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: Rules,
    defaultValues: { majors: majorRows(registered.majors, 1), doubleMajors: majorRows(registered.doubleMajors, 0) },
    keep: onDraft,
  })
  const [majors, doubleMajors] = form.watch(['majors', 'doubleMajors'])

  const title = useRef<HTMLHeadingElement>(null)
  // The dialog took the focus before it had a name. A layout effect runs before a fast member can press a field.
  useLayoutEffect(() => title.current?.focus(), [])

  const register = async () => {
    await submit(async () => onRegister({ majors: filledMajors(majors), doubleMajors: filledMajors(doubleMajors) }))()
    const found = majorsProblem(majors)
    if (!found) return
    onProblem(found)
    document.getElementById(majors[0]?.majorCode ? 'majorName1' : 'majorCode1')?.focus()
  }

  return (
    <div className="stack majors">
      <div>
        <h2 id="modal-title" ref={title} tabIndex={-1}>
          {t('join.majorsTitle')}
        </h2>
        <p className="lead">{bySentence(t('join.majorsLead'))}</p>
      </div>
      <MajorRows
        name="major"
        legend={t('join.majorOf')}
        more={t('join.majorMore')}
        rows={majors}
        onChange={(rows) => change({ majors: rows })}
        error={textOf('majors')}
      />
      <MajorRows
        name="doubleMajor"
        legend={t('join.doubleMajorOf')}
        more={t('join.doubleMajorMore')}
        rows={doubleMajors}
        onChange={(rows) => change({ doubleMajors: rows })}
        optional
      />
      <Choices
        cancel={
          <Button plain onClick={onCancel}>
            {t('modal.cancel')}
          </Button>
        }
      >
        <Button onClick={() => void register()}>{t('join.majorsRegister')}</Button>
      </Choices>
    </div>
  )
}

type RowsProps = {
  name: string
  legend: string
  /** The words of the button that adds a row. */
  more: string
  rows: MajorEntry[]
  onChange: (rows: MajorEntry[]) => void
  error?: string | undefined
  optional?: boolean
}

function MajorRows({ name, legend, more, rows, onChange, error, optional = false }: RowsProps) {
  const { t } = useTranslation()
  const added = useRef(false)
  const longer = withNextRow(rows)
  // The new row gets the focus: its button may have disappeared.
  useEffect(() => {
    if (added.current) document.getElementById(`${name}Code${rows.length}`)?.focus()
    added.current = false
  }, [name, rows.length])
  const change = (at: number, patch: Partial<MajorEntry>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)))
  const fields = [
    { value: '', text: t('profile.choose') },
    ...MAJOR_FIELDS.map(({ code, name: field }) => ({ value: code, text: t(field) })),
  ]
  return (
    <fieldset>
      <legend className="label">
        <span>{legend}</span>
        {optional && (
          <>
            {' '}
            <span className="optional">{t('common.optional')}</span>
          </>
        )}
      </legend>
      <div className="stack tight">
        {rows.map(({ majorCode, majorName }, at) => {
          const isNeeded = !optional && at === 0
          return (
            <div className="major" key={at}>
              <SelectField
                name={`${name}Code${at + 1}`}
                label={t('join.majorField', { number: at + 1 })}
                choices={fields}
                value={majorCode}
                onChange={({ target }) => change(at, { majorCode: target.value })}
                required={isNeeded}
                error={isNeeded && majorCode === '' ? error : undefined}
              />
              <TextField
                name={`${name}Name${at + 1}`}
                label={t('join.majorName', { number: at + 1 })}
                value={majorName}
                onChange={({ target }) => change(at, { majorName: target.value })}
                required={isNeeded}
                autoComplete="off"
                dir="auto"
                error={isNeeded && majorCode !== '' && majorName.trim() === '' ? error : undefined}
              />
            </div>
          )
        })}
        {longer && (
          <Button
            plain
            small
            onClick={() => {
              added.current = true
              onChange(longer)
            }}
          >
            {more}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
