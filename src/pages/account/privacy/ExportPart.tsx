// Contract, "Account": everything that is stored about the member, as a file and as a page. In memory only, until the page is left.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { printPage, saveFile } from '../../../effects/browser/files.ts'
import { withNames } from '../../../rules/account/exported.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { Part } from '../Rows.tsx'
import { useAction } from '../useAction.ts'
import { ExportView } from './ExportView.tsx'
import { askForCopy, type Copy, useCopyWords } from './exportWords.ts'

const save = (data: unknown) =>
  saveFile(`daemun-${new Date().toISOString().slice(0, 10)}.json`, 'application/json', JSON.stringify(data, null, 2))

export function ExportPart() {
  const { t } = useTranslation()
  const { busy, error, run, press } = useAction()
  const wordsOf = useCopyWords()
  const [copy, setCopy] = useState<Copy | null>(null)
  const [pressed, setPressed] = useState<'save' | 'show'>('save')
  const [isShown, setShown] = useState(false)

  /** The first press fetches the data, and then does what its button says. */
  function withCopy(button: 'save' | 'show', act: (here: Copy) => void) {
    if (copy) return act(copy)
    setPressed(button)
    void run(askForCopy, (here) => {
      setCopy(here)
      act(here)
    })
  }
  const saveCopy = ({ data, lists }: Copy) => save(withNames(data, wordsOf(lists).ofCode))
  const waiting = (button: 'save' | 'show') =>
    button === pressed ? press : { incomplete: press.busy || press.incomplete }

  return (
    <Part id="export-part" title={t('account.export')} lead={t('account.exportLead')}>
      <FormAlert error={error} />
      <div className="choices">
        <Button plain {...waiting('save')} onClick={() => withCopy('save', saveCopy)}>
          {t('account.exportSave')}
        </Button>
        <Button
          plain
          {...waiting('show')}
          aria-expanded={isShown}
          onClick={() => (isShown ? setShown(false) : withCopy('show', () => setShown(true)))}
        >
          {t(isShown ? 'account.exportHide' : 'account.exportShow')}
        </Button>
        {isShown && (
          <Button plain onClick={printPage}>
            {t('account.print')}
          </Button>
        )}
      </div>
      <p className={copy ? 'note' : 'hidden'} role="status">
        {copy && t('account.exportHere')}
      </p>
      {copy && isShown && <ExportView {...copy} />}
      {busy && <Slow busy />}
    </Part>
  )
}
