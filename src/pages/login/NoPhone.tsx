// The ways on for a member whose phone is lost, or has another number: a passkey, which needs no code, and customer support.
import { useTranslation } from 'react-i18next'
import { useFormError } from '../../effects/forms/useFormError.ts'
import type { Path } from '../../rules/visit/paths.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { SupportLink } from '../../profile/waysOut.tsx'
import { PasskeyRoom } from './PasskeyRoom.tsx'

/** `here`: the page of the step. */
export function NoPhone({ id, here }: { id: string; here: Path }) {
  const { t } = useTranslation()
  const { handle, error, forget } = useFormError()
  // A service that requires a proved phone asks for it after a passkey as well.
  const takesPasskey = useWelcome(({ welcome, route_query }) => welcome?.passkey && !route_query.certification)
  return (
    <div id={id} className="no-phone">
      {takesPasskey && (
        <>
          <p>{t('sms.noPhonePasskey')}</p>
          <PasskeyRoom here={here} handle={handle} onBegin={forget} />
          <FormAlert error={error} />
        </>
      )}
      <p>{t('sms.noPhoneSupport')}</p>
      <SupportLink button="plain" />
    </div>
  )
}
