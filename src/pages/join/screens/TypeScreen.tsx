// Screens, "Join": the member type, if the address or an invitation has led past its page. A press on a card goes on.
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormShell } from '../../../ui/shell/FormShell.tsx'
import { MemberTypeCards } from '../../../ui/lists/MemberTypeCards.tsx'
import type { JoinPage } from './joinPage.ts'
import { chooseType } from '../memberType.ts'
import { ScreenWays } from './ScreenWays.tsx'
import { useScreenForm } from './useScreenForm.ts'
import { VisitEnding } from '../VisitEnding.tsx'

export function TypeScreen(page: JoinPage) {
  const { t } = useTranslation()
  const { form, handle, problems, error, textOf } = useScreenForm(page)
  const memberTypeCode = useWatch({ control: form.control, name: 'memberTypeCode' })
  return (
    <FormShell
      title={t(page.control.screen.title)}
      lead={t('join.typesLead')}
      submit={null}
      onSubmit={() => {}}
      problems={problems}
      error={error}
      after={<ScreenWays {...page} />}
    >
      <VisitEnding />
      <MemberTypeCards
        value={memberTypeCode}
        onChoose={(type) => {
          chooseType(type)
          form.setValue('memberTypeCode', type, { shouldValidate: true })
          void page.proceed(handle)
        }}
        error={textOf('memberTypeCode')}
      />
    </FormShell>
  )
}
