import { useTexts } from '../../i18n/texts.tsx'

/**
 * A loading page: the outline of a form, without a service.
 * @param id of the heading, for what is named by it
 */
export function Skeleton({ id }: { id?: string }) {
  const { t } = useTexts()
  return (
    <div className="stack" aria-busy="true">
      <h1 className="hidden" {...(id && { id })}>
        {t('common.loading')}
      </h1>
      <div className="bone title" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  )
}
