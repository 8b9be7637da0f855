// Screens, "Join", student: school, course, status, majors, completed semester, enrollment letter.
import { useEffect } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/texts'
import { MAJOR_FIELDS, SEMESTERS, semesterName } from '../../rules/codes'
import type { MajorEntry } from '../../rules/majors'
import type { MessageKey } from '../../rules/messages'
import { openModal } from '../../stores/screen'
import { readSignUp, saveSignUp } from '../../stores/signUp'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/fields/Field'
import { SelectField } from '../../ui/fields/SelectField'
import { CodeSelect } from './CodeChoice'
import { LetterField } from '../../profile/LetterField'
import type { PrivacyForm } from './privacyForm'
import { useErrorOf } from './useErrorOf'

type Props = { form: PrivacyForm }

export function StudentFields({ form }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  const { field: semester } = useController({ control: form.control, name: 'completeSemester' })
  const semesters = SEMESTERS.map((code) => {
    const { text, values } = semesterName(code)
    return { value: code, text: t(text, values) }
  })
  return (
    <section className="stack part" aria-labelledby="school">
      <h2 id="school">{t('join.groupStudent')}</h2>
      <CodeSelect
        form={form}
        name="affiliationCode"
        label={t('join.school')}
        group="SCH_GRP"
        etc={{ name: 'affiliationName', label: t('join.schoolEtc') }}
      />
      <CodeSelect form={form} name="schoolCourse" label={t('join.course')} group="SCH_CURS_GRP" />
      <CodeSelect form={form} name="schoolStatus" label={t('join.status')} group="SCH_GRAD_GRP" />
      <MajorsField form={form} />
      <SelectField
        {...semester}
        label={t('join.semester')}
        error={errorOf('completeSemester')}
        choices={[{ value: '', text: t('profile.choose') }, ...semesters]}
      />
      <LetterField />
    </section>
  )
}

function MajorsField({ form }: Props) {
  const { t } = useTexts()
  const error = useErrorOf(form)('majors')
  // Preloaded, because the dialog must not open empty.
  useEffect(() => void import('../../ui/modals/MajorsForm').catch(() => {}), [])
  const [majors, doubleMajors] = useWatch({ control: form.control, name: ['majors', 'doubleMajors'] })

  // A reload, Back or Escape closes the dialog, but the typed text stays.
  const open = async () => {
    const status = await openModal({
      name: 'registerMajor',
      registered: readSignUp().majorsDraft ?? { majors, doubleMajors },
      onDraft: (lists) =>
        saveSignUp({ majorsDraft: { majors: [...lists.majors], doubleMajors: [...lists.doubleMajors] } }),
      onRegister: (lists) => {
        form.setValue('majors', [...lists.majors], { shouldValidate: true })
        form.setValue('doubleMajors', [...lists.doubleMajors])
      },
    })
    if (status === 'ok' || status === 'cancel') saveSignUp({ majorsDraft: undefined })
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
      {majors.length > 0 && (
        <ul className="list">
          {majors.map(line('join.majorOf'))}
          {doubleMajors.map(line('join.doubleMajorOf'))}
        </ul>
      )}
      <Button plain id="majors" {...(error && { 'aria-describedby': 'majors-note' })} onClick={() => void open()}>
        {t(majors.length > 0 ? 'join.majorsChange' : 'join.majorsAdd')}
      </Button>
      <Note id="majors-note" error={error} hint={majors.length > 0 ? undefined : t('join.majorsNone')} />
    </div>
  )
}
