// Contract, "Account": everything that is stored about the member, as a file and as a page. In memory only, until the page is left.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAccount } from '../../../api/account.ts'
import { printPage, saveFile } from '../../../effects/browser/files.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Slow } from '../../../ui/Slow.tsx'
import { Part } from '../Rows.tsx'
import { useAction } from '../useAction.ts'
import { ExportView } from './ExportView.tsx'

type Data = Record<string, unknown>

const save = (data: Data) =>
  saveFile(`daemun-${new Date().toISOString().slice(0, 10)}.json`, 'application/json', JSON.stringify(data, null, 2))

export function ExportPart() {
  const { t } = useTranslation()
  const { busy, error, run, press } = useAction()
  const [data, setData] = useState<Data | null>(null)
  const [pressed, setPressed] = useState<'save' | 'show'>('save')
  const [isShown, setShown] = useState(false)

  /** The first press fetches the data, and then does what its button says. */
  function withData(button: 'save' | 'show', act: (all: Data) => void) {
    if (data) return act(data)
    setPressed(button)
    void run(exportAccount, (all) => {
      setData(all)
      act(all)
    })
  }
  const waiting = (button: 'save' | 'show') =>
    button === pressed ? press : { incomplete: press.busy || press.incomplete }

  return (
    <Part id="export-part" title={t('account.export')} lead={t('account.exportLead')}>
      <FormAlert error={error} />
      <div className="choices">
        <Button plain {...waiting('save')} onClick={() => withData('save', save)}>
          {t('account.exportSave')}
        </Button>
        <Button
          plain
          {...waiting('show')}
          aria-expanded={isShown}
          onClick={() => (isShown ? setShown(false) : withData('show', () => setShown(true)))}
        >
          {t(isShown ? 'account.exportHide' : 'account.exportShow')}
        </Button>
        {isShown && (
          <Button plain onClick={printPage}>
            {t('account.print')}
          </Button>
        )}
      </div>
      <p className={data ? 'note' : 'hidden'} role="status">
        {data && t('account.exportHere')}
      </p>
      {data && isShown && <ExportView data={data} />}
      {busy && <Slow busy />}
    </Part>
  )
}
