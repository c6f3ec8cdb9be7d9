import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './video-player.module.css'

interface VideoPlayerProps {
  /** With the base path. */
  url: string
  name: string
}

/** A made video behind a play mark: nothing is loaded before it is played. */
export function VideoPlayer({ url, name }: VideoPlayerProps) {
  const { t } = useTranslation('tasks')
  const [isPlaying, setIsPlaying] = useState(false)
  if (!isPlaying)
    return (
      <button
        type="button"
        className={css.frame}
        aria-label={t('video.play', { name })}
        onClick={() => setIsPlaying(true)}
      >
        <PlayCircleOutlined aria-hidden className={css.mark} />
      </button>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: a made video has no captions.
    <video className={css.frame} controls autoPlay playsInline src={url} aria-label={name} />
  )
}
