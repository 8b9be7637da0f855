import { useTexts } from '../i18n/texts'

/** A page that is on its way: the form's outline, of no service yet. */
export function Skeleton() {
  const { t } = useTexts()
  return (
    <div className="stack" aria-busy="true">
      <h1 className="hidden">{t('common.loading')}</h1>
      <div className="bone title" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  )
}
