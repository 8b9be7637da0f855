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
  const [isShown, setShown] = useState(false)

  const get = () =>
    run(exportAccount, (all) => {
      setData(all)
      // The pressed button has disappeared with the focus.
      requestAnimationFrame(() => document.getElementById('export-save')?.focus())
    })

  return (
    <Part id="export-part" title={t('account.export')} lead={t('account.exportLead')}>
      <FormAlert error={error} />
      {data === null ? (
        <Button plain {...press} onClick={() => void get()}>
          {t('account.exportGet')}
        </Button>
      ) : (
        <>
          <p role="status">{t('account.exportHere')}</p>
          <div className="choices">
            <Button id="export-save" plain onClick={() => save(data)}>
              {t('account.exportSave')}
            </Button>
            <Button plain aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {t(isShown ? 'account.exportHide' : 'account.exportShow')}
            </Button>
            {isShown && (
              <Button plain onClick={printPage}>
                {t('account.print')}
              </Button>
            )}
          </div>
          {isShown && <ExportView data={data} />}
        </>
      )}
      {busy && <Slow busy />}
    </Part>
  )
}
