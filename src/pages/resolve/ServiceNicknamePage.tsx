// Contract, /resolve/service/nickname?nick=: what the member is called at the service; then /resolve/service.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useQuery } from '../../effects/browser/useQuery.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { loadUserInfo } from '../../effects/session/userInfo.ts'
import { asZod } from '../../rules/fields/asZod.ts'
import { cleanNickname, nicknameProblem } from '../../rules/fields/nickname.ts'
import { go } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { saveDraft, useLogin } from '../../stores/login.ts'
import { saveToWelcome, useWelcome } from '../../stores/welcome.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { useChain } from '../../profile/useChain.ts'
import { NicknameField } from '../../profile/NicknameField.tsx'
import { useNickname } from '../../profile/useNickname.ts'
import { Who } from '../../profile/Who.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

/** A nickname that the address or the membership knows: the field begins with it, and the member may change it. */
function useKnownNickname(): string {
  const query = useQuery()
  const asked = query.getAll('nick')
  const identity = useLogin((login) => login.identity)

  useEffect(() => {
    if (identity) return
    void loadUserInfo()
  }, [identity])

  const given = cleanNickname(asked.length === 1 ? (asked[0] ?? '') : '')
  const kept = useWelcome((state) => state.route_query.nick)
  const nick = nicknameProblem(given) === null ? given : (kept ?? '')
  // The nickname stays for a member who leaves this page and returns to it without the query.
  useEffect(() => {
    const { route_query } = useWelcome.getState()
    if (nick !== '') saveToWelcome({ route_query: { ...route_query, nick } })
  }, [nick])
  return nick || (identity?.nickname ?? '')
}

export default function ServiceNicknamePage() {
  const { t } = useTranslation()
  const perform = usePerform()
  const chain = useChain('resolve.stepNickname', 'resolve.stepService')
  const known = useKnownNickname()
  const typed = useLogin((login) => login.draft.nickname)
  const [touched, setTouched] = useState(typed !== '')
  const value = touched ? typed : known
  const nickname = useNickname(value)
  const own = useLogin((login) => login.identity?.nickname ?? '')
  const { form, textOf, problems, submit } = useFieldForm<{ nickName: string }>({
    mode: 'onSubmit',
    schema: z.object({ nickName: asZod((nick) => nicknameProblem(nick, own)) }),
    stored: { nickName: value },
  })

  async function next({ nickName }: { nickName: string }) {
    const state = await nickname.settle(nickName)
    if (state === 'taken') return form.setError('nickName', { type: 'refused', message: 'join.nicknameTaken' })
    saveDraft({ nickname: cleanNickname(nickName) })
    await perform([go(paths.resolveService)])
  }

  return (
    <FormShell
      title={t('resolve.nickname')}
      lead={bySentence(t('resolve.nicknameLead'))}
      {...(chain && { step: chain })}
      submit={t('resolve.next')}
      onSubmit={submit(next)}
      problems={problems}
      above={<Who />}
    >
      <NicknameField
        {...form.register('nickName', {
          onChange: ({ target }) => {
            setTouched(true)
            saveDraft({ nickname: (target as HTMLInputElement).value })
          },
        })}
        nickname={nickname}
        error={textOf('nickName')}
      />
    </FormShell>
  )
}
