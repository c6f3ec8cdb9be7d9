import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import type { ChatMessage } from './message.ts'
import css from './playground.module.css'
import { soundUrl } from './sound-url.ts'

interface AnswerMediaProps {
  message: ChatMessage
  isRunning: boolean
}

/** Pictures and sound of an answer. Both are part of it: nothing is loaded from elsewhere. */
export default function AnswerMedia({ message: { images = [], sound, lostFiles = 0 }, isRunning }: AnswerMediaProps) {
  const { t } = useTranslation('playground')
  // Put together once it is whole.
  const url = useMemo(() => (isRunning || sound === undefined ? null : soundUrl(sound)), [isRunning, sound])
  return (
    <Stack gap={8}>
      {images.length > 0 && (
        <Row align="stretch" wrap className={css.drawn}>
          {images.map((picture, index) => (
            <a key={index} href={picture} download={`picture-${index + 1}`} title={t('savePicture')}>
              <img src={picture} alt={t('attached', { number: index + 1 })} />
            </a>
          ))}
        </Row>
      )}
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: its words are the text of the answer.
        <audio controls src={url} aria-label={t('spoken')} />
      )}
      {lostFiles > 0 && <em className={texts.hint}>{t('lostFiles', { count: lostFiles })}</em>}
    </Stack>
  )
}
