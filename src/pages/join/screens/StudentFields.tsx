// Screens, "Join", student: school, course, status, majors, completed semester, enrollment letter.
import { useEffect } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAJOR_FIELDS, SEMESTERS, semesterName } from '../../../rules/join/codes.ts'
import { memberTypes } from '../../../rules/join/memberTypes.ts'
import type { MajorEntry } from '../../../rules/join/majors.ts'
import type { MessageKey } from '../../../rules/texts/messages.ts'
import { canImport } from '../../../state/timeout.ts'
import { openModal } from '../../../stores/screen.ts'
import { readJoin } from '../../../stores/join.ts'
import { saveSignUp } from '../../../stores/signUp.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioList } from '../../../ui/fields/RadioList.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { AffiliationField, CodeRadios } from './CodeChoice.tsx'
import { LetterField } from '../../../profile/LetterField.tsx'
import type { PrivacyForm } from './privacyForm.ts'
import { useErrorOf } from '../useErrorOf.ts'

type Props = { form: PrivacyForm }

export function SchoolFields({ form, onAnswer }: Props & { onAnswer: () => void }) {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  const { field: semester } = useController({ control: form.control, name: 'completeSemester' })
  const semesters = SEMESTERS.map((code) => {
    const { text, values } = semesterName(code)
    return { value: code, text: t(text, values) }
  })
  return (
    <>
      <AffiliationField form={form} affiliation={memberTypes.STUDENT.affiliation} />
      <CodeRadios form={form} name="schoolCourse" label={t('join.course')} group="SCH_CURS_GRP" onAnswer={onAnswer} />
      <CodeRadios form={form} name="schoolStatus" label={t('join.status')} group="SCH_GRAD_GRP" onAnswer={onAnswer} />
      <RadioList
        {...semester}
        label={t('join.semester')}
        error={errorOf('completeSemester')}
        choices={semesters}
        onPress={() => semester.value === '' && onAnswer()}
      />
    </>
  )
}

export function MajorsFields({ form }: Props) {
  return (
    <>
      <MajorsField form={form} />
      <LetterField hint="join.letterHint" />
    </>
  )
}

function MajorsField({ form }: Props) {
  const { t } = useTranslation()
  const error = useErrorOf(form)('majors')
  // Preloaded, because the dialog must not open empty.
  useEffect(() => {
    if (canImport()) import('../../../profile/MajorsForm.tsx').catch(() => {})
  }, [])
  const [majors, doubleMajors] = useWatch({ control: form.control, name: ['majors', 'doubleMajors'] })

  // A reload, Back or Escape closes the dialog, but the typed text stays.
  const open = async () => {
    const status = await openModal({
      name: 'registerMajor',
      registered: readJoin().majorsDraft ?? { majors, doubleMajors },
      onDraft: (lists) =>
        saveSignUp({ majorsDraft: { majors: [...lists.majors], doubleMajors: [...lists.doubleMajors] } }),
      onRegister: (lists) => {
        form.setValue('majors', [...lists.majors], { shouldValidate: true })
        form.setValue('doubleMajors', [...lists.doubleMajors])
      },
    })
    if (status === 'ok' || status === 'cancel') saveSignUp({ majorsDraft: undefined })
  }
  // One major is typed here. The dialog is for further ones.
  const isOne = majors.length <= 1 && doubleMajors.length === 0
  const only = majors[0] ?? { majorCode: '', majorName: '' }
  const changeOnly = (patch: Partial<MajorEntry>) => {
    const entry = { ...only, ...patch }
    const isEmpty = entry.majorCode === '' && entry.majorName === ''
    form.setValue('majors', isEmpty ? [] : [entry], { shouldDirty: true, shouldValidate: error !== undefined })
    saveSignUp({ majorsDraft: undefined })
  }
  const line = (kind: MessageKey) => (entry: MajorEntry, at: number) => {
    const field = MAJOR_FIELDS.find(({ code }) => code === entry.majorCode)
    return (
      <li key={`${kind}${at}`}>
        <span>{`${t(kind)} · `}</span>
        <bdi>{entry.majorName}</bdi>
        {field && <span>{` · ${t(field.name)}`}</span>}
      </li>
    )
  }
  return (
    <div role="group" aria-labelledby="majors-label">
      <p className="label" id="majors-label">
        {t('join.majors')}
      </p>
      {isOne && (
        <div className="major">
          <RadioList
            name="majors"
            label={t('join.majorFieldShort')}
            choices={MAJOR_FIELDS.map(({ code, name }) => ({ value: code, text: t(name) }))}
            value={only.majorCode}
            onChange={(majorCode) => changeOnly({ majorCode })}
            onPress={() => only.majorName === '' && document.getElementById('majorName')?.focus()}
            error={only.majorCode === '' ? error : undefined}
          />
          <TextField
            name="majorName"
            label={t('join.majorNameShort')}
            value={only.majorName}
            onChange={({ target }) => changeOnly({ majorName: target.value })}
            required
            autoComplete="off"
            dir="auto"
            error={only.majorCode === '' ? undefined : error}
          />
        </div>
      )}
      {!isOne && (
        <ul className="list">
          {majors.map(line('join.majorOf'))}
          {doubleMajors.map(line('join.doubleMajorOf'))}
        </ul>
      )}
      <Button plain small {...(!isOne && { id: 'majors' })} onClick={() => void open()}>
        {t(isOne ? 'join.majorsAdd' : 'join.majorsChange')}
      </Button>
    </div>
  )
}
