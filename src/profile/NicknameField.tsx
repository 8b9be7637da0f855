import type { ComponentProps } from 'react'
import { useTexts } from '../i18n/texts'
import { nicknameStateMessage } from '../rules/nickname'
import { TextField } from '../ui/fields/TextField'
import { Icon } from '../ui/Icon'
import type { NicknameControl } from './useNickname'

type Props = { nickname: NicknameControl; name: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'id' | 'className'
>

/** A nickname, and whether it is free. Takes what react-hook-form's `register` returns; nothing is rewritten while it is typed. */
export function NicknameField({ nickname: { state }, error, ...input }: Props) {
  const { t } = useTexts()
  const message = nicknameStateMessage[state]
  const taken = state === 'taken' ? t('join.nicknameTaken') : undefined
  const tells = !error && !taken && message
  return (
    <div>
      <TextField
        {...input}
        label={t('join.nickname')}
        hint={tells ? undefined : t('join.nicknameHint')}
        error={error ?? taken}
        autoComplete="nickname"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <p role="status" className={tells ? (state === 'available' ? 'note success' : 'note') : 'hidden'}>
        {tells && state === 'available' && <Icon name="check" />}
        {tells && t(message)}
      </p>
    </div>
  )
}
