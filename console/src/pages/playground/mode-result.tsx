import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { ModeResult as Result } from './call-mode.ts'
import css from './playground.module.css'

/** How much of a vector is shown. What is copied is whole. */
const shownNumbers = 8

/** What a model made. Nothing is loaded from elsewhere without a click. */
export function ModeResult({ result }: { result: Result }) {
  const { t } = useTranslation('playground')
  const { copy } = useCopy()
  switch (result.mode) {
    case 'picture':
      return (
        <Row align="stretch" wrap className={css.drawn}>
          {result.pictures.map((picture, index) => (
            <a key={index} href={picture} download={`picture-${index + 1}.png`} title={t('savePicture')}>
              <img src={picture} alt={t('attached', { number: index + 1 })} />
            </a>
          ))}
          {result.links.map((link) => (
            <a key={link} href={link} target="_blank" rel="noopener noreferrer nofollow">
              {t('picture', { alt: t('pictureWithoutName'), host: new URL(link).host })}
            </a>
          ))}
        </Row>
      )
    case 'speech':
      return <Sound sound={result.sound} />
    case 'transcript':
      return (
        <Stack gap={8}>
          <p className={css.plain}>{result.text}</p>
          <Row>
            <Button size="small" onClick={() => copy(result.text)}>
              {t('copyText')}
            </Button>
          </Row>
        </Stack>
      )
    case 'embedding':
      return (
        <Stack gap={8}>
          <span>
            {t('modes.dimensions', { count: result.vector.length, text: formatNumber(result.vector.length) })}
          </span>
          <code className={texts.verbatim}>
            {JSON.stringify(result.vector.slice(0, shownNumbers))}
            {result.vector.length > shownNumbers && ' …'}
          </code>
          <Row>
            <Button size="small" onClick={() => copy(JSON.stringify(result.vector))}>
              {t('modes.copyVector')}
            </Button>
          </Row>
        </Stack>
      )
  }
}

function Sound({ sound }: { sound: Blob }) {
  const { t } = useTranslation('playground')
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(sound)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [sound])
  return (
    <Stack gap={8} align="start">
      {/* biome-ignore lint/a11y/useMediaCaption: its words are in the form. */}
      <audio controls src={url} aria-label={t('modes.result')} />
      <a href={url} download="speech.mp3">
        {t('modes.saveSound')}
      </a>
    </Stack>
  )
}
