// Contract, "Account": another nickname.
import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { accountNickname } from '../../api/account.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { onNicknameRefused } from '../../rules/account/refusal.ts'
import { asZod } from '../../rules/fields/asZod.ts'
import { cleanNickname, nicknameProblem } from '../../rules/fields/nickname.ts'
import { showToast } from '../../stores/screen.ts'
import type { Account } from '../../../contract/shapes/account.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PartForm } from '../../ui/shell/PartForm.tsx'
import { ask } from './ask.ts'
import { patchAccount } from './session.ts'
import { Setting } from './Setting.tsx'

const rulesFor = (own: string) => z.object({ nickname: asZod((typed) => nicknameProblem(typed, own)) })
type Fields = { nickname: string }

function NicknameForm({ own, onClose }: { own: string; onClose: () => void }) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { form, handle, submit, textOf, problems, error, sending } = useFieldForm<Fields>({
    schema: rulesFor(own),
    defaultValues: { nickname: own },
  })
  async function save(typed: Fields) {
    const nickname = cleanNickname(typed.nickname)
    const answer = await ask((session) => accountNickname(session, nickname))
    if (!answer) return
    if (!answer.ok) return perform(onNicknameRefused(answer.failure), handle)
    patchAccount({ nickname })
    showToast('account.nicknameChanged', 'success')
    onClose()
  }
  return (
    <PartForm
      {...sending(t('account.save'))}
      onSubmit={submit(save)}
      problems={problems}
      error={error}
      onCancel={onClose}
    >
      <TextField
        {...form.register('nickname')}
        label={t('join.nickname')}
        hint={t('join.nicknameHint')}
        error={textOf('nickname')}
        autoComplete="nickname"
        dir="auto"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </PartForm>
  )
}

export function Nickname({ account }: { account: Account }) {
  const { t } = useTranslation()
  const nickname = account.nickname ?? ''
  return (
    <Setting
      id="nickname-part"
      title={t('join.nickname')}
      state={nickname ? <bdi>{nickname}</bdi> : t('account.none')}
      change={t('account.change')}
    >
      {(close) => <NicknameForm own={nickname} onClose={close} />}
    </Setting>
  )
}
