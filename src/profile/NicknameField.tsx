import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { nicknameStateMessage } from '../rules/fields/nickname.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { NicknameControl } from './useNickname.ts'

type Props = { nickname: NicknameControl; name: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'id' | 'className'
>

/** A nickname, and whether it is free. Takes what react-hook-form's `register` returns; nothing is rewritten while it is typed. */
export function NicknameField({ nickname: { state }, error, ...input }: Props) {
  const { t } = useTranslation()
  const message = nicknameStateMessage[state]
  const taken = state === 'taken' ? t('join.nicknameTaken') : undefined
  const said = error || taken ? undefined : message
  // The waiting state is not announced, because the answer follows in a moment.
  const isAsked = state === 'checking'
  const answer = isAsked ? undefined : said
  return (
    <div>
      <TextField
        {...input}
        label={t('join.nickname')}
        hint={isAsked && said ? t(said) : answer ? undefined : t('join.nicknameHint')}
        error={error ?? taken}
        autoComplete="nickname"
        dir="auto"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <p role="status" className={answer ? (state === 'available' ? 'note success' : 'note') : 'hidden'}>
        {answer && state === 'available' && <Icon name="check" />}
        {answer && <span>{t(answer)}</span>}
      </p>
    </div>
  )
}
