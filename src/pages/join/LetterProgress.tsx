// Screens, "Join", enrollment letter: the progress of the upload, with buttons to cancel and to repeat it.
import { useTranslation } from 'react-i18next'
import { sendsLetter } from '../../rules/join/memberTypes.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { useJoin } from '../../stores/join.ts'
import { bySentence } from '../../ui/bySentence.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/fields/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LetterField } from '../../profile/LetterField.tsx'
import { cancelLetter, type LetterUpload, sendLetter, useLetterUpload } from './letterUpload.ts'
import '../../ui/fields/files.css'

const sayings: Partial<Record<LetterUpload['at'], MessageKey>> = {
  sending: 'join.letterSending',
  done: 'join.letterDone',
  cancelled: 'join.letterCancelled',
}

export function LetterProgress() {
  const { t } = useTranslation()
  const isSent = useJoin((state) => state.letter_sent)
  const known = useLetterUpload()
  // A letter that was sent before a reload is not requested again.
  const upload: LetterUpload = known.at === 'none' && isSent ? { at: 'done' } : known
  const name = useJoin((state) => state.letter?.name)
  const isStudent = useJoin(sendsLetter)
  const said = sayings[upload.at]
  const isAgain = upload.at === 'failed' || upload.at === 'cancelled'
  const percent = upload.at === 'sending' ? Math.round(upload.sent * 100) : 0
  // The join is complete, so a letter can be sent, whether it was chosen before a reload or not at all.
  if (upload.at === 'none')
    return (
      isStudent && (
        <div className="stack tight upload">
          <LetterField />
          {name && <Button onClick={() => void sendLetter()}>{t('join.letterSend')}</Button>}
        </div>
      )
    )
  return (
    <section className="stack tight upload" aria-labelledby="upload">
      {/* The label of the field says the same. */}
      <h2 id="upload" className={isAgain ? 'hidden' : undefined}>
        {t('join.letter')}
      </h2>
      {upload.at === 'sending' && (
        <>
          <p>
            <bdi>{name}</bdi> <span>{`${percent}%`}</span>
          </p>
          <progress max={100} value={percent} aria-labelledby="upload" />
          <Button plain onClick={cancelLetter}>
            {t('join.letterCancel')}
          </Button>
        </>
      )}
      <p role="status" className={said ? (upload.at === 'done' ? 'note success' : 'note') : 'hidden'}>
        {upload.at === 'done' && <Icon name="check" />}
        {said && <span>{bySentence(t(said))}</span>}
      </p>
      {upload.at === 'failed' && (
        <div role="alert">
          <Note id="upload-note" error={t(upload.text)} />
        </div>
      )}
      {isAgain && (
        <>
          <LetterField />
          {name && <Button onClick={() => void sendLetter()}>{t('join.letterAgain')}</Button>}
        </>
      )}
    </section>
  )
}
