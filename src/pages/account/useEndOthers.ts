// Contract, "Account": the end of all other browsers, after a question.
import { endOtherSessions } from '../../api/account.ts'
import { openModal, showToast } from '../../stores/screen.ts'
import { useAction } from './useAction.ts'

/** @param done runs when all other browsers are signed out, and gives the focus to what stays */
export function useEndOthers(done: () => void) {
  const { busy, error, run, press } = useAction()
  async function endOthers() {
    if ((await openModal({ name: 'confirm', text: 'account.endOthersConfirm' })) !== 'ok') return
    await run(endOtherSessions, () => {
      showToast('account.othersEnded', 'success')
      done()
    })
  }
  return { busy, error, press, endOthers }
}
