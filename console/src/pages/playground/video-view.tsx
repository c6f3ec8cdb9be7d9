import type { VideoModel } from '@sluice/contract/video-model'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskProgress } from '../../components/task-state.tsx'
import texts from '../../components/text.module.css'
import { VideoPlayer } from '../../components/video-player.tsx'
import { api } from '../../lib/api.ts'
import { withBasePath } from '../../lib/base-path.ts'
import { formatTime } from '../../lib/format.ts'
import { makeVideo, type VideoInput, type VideoState } from './make-video.ts'
import css from './playground.module.css'
import { streamDependencies } from './stream-dependencies.ts'
import { VideoForm } from './video-form.tsx'

interface VideoViewProps {
  /** The model of the address; '' = none. */
  wanted: string
  group: string
  userId: number
}

interface Shown {
  model: string
  prompt: string
  state: VideoState | null
}

/** A form that makes a video, and the video. It goes on when the page is left: the task log has it. */
export default function VideoView({ wanted, group, userId }: VideoViewProps) {
  const { t } = useTranslation('playground')
  const models = useQuery({
    queryKey: ['user', 'video-models', group],
    queryFn: ({ signal }) => api('GET /api/user/video_models', { query: { group }, signal }),
    throwOnError: false,
  })
  const [shown, setShown] = useState<Shown | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isBusy = shown !== null && (shown.state === null || shown.state.kind === 'running')

  const send = (model: VideoModel, input: VideoInput) => {
    const leaving = new AbortController()
    running.current = leaving
    const { prompt } = input
    setShown({ model: model.model, prompt, state: null })
    const onState = (state: VideoState) => setShown({ model: model.model, prompt, state })
    const { signal } = leaving
    // It rejects only when the page is left.
    void makeVideo(streamDependencies, { model, group, input, userId, signal, onState }).catch(() => {})
  }
  return (
    <div className={css.mode}>
      {models.data === undefined || models.data.length === 0 ? (
        models.error ? (
          <Alert type="error" showIcon title={models.error.message} />
        ) : (
          <p className={texts.hint}>{models.data && t('videos.none')}</p>
        )
      ) : (
        <VideoForm models={models.data} wanted={wanted} isBusy={isBusy} onSend={send} />
      )}
      <Stack as="section" gap={12} aria-label={t('modes.result')} aria-live="polite">
        {shown === null ? <p className={texts.hint}>{t('videos.hint')}</p> : <Result {...shown} />}
      </Stack>
    </div>
  )
}

/** Progress, the video, or why there is none. */
export function Result({ model, prompt, state }: Shown) {
  const { t } = useTranslation(['playground', 'common', 'tasks'])
  const isOver = state !== null && state.kind !== 'running'
  const isRunning = state?.kind === 'running'
  return (
    <>
      {!isOver && (
        <Stack gap={8}>
          <TaskProgress
            label={t(isRunning && !state.isQueued ? 'videos.making' : 'videos.queued')}
            progress={`${isRunning ? state.progress : 0}%`}
            isFailed={false}
            isOver={false}
          />
          <span>{t(isRunning && !state.isQueued ? 'videos.making' : 'videos.queued')}</span>
          <span className={texts.hint}>{t('videos.leave')}</span>
        </Stack>
      )}
      {state?.kind === 'failed' && (
        <p role="alert" className={css.error}>
          {state.error}
        </p>
      )}
      {state?.kind === 'failed' && state.requestId !== null && (
        <code className={css.requestId}>{`${t('common:requestId')} ${state.requestId}`}</code>
      )}
      {isOver && state.id !== null && <Made id={state.id} prompt={prompt} />}
      <span className={`${css.modelName} ${texts.faint}`}>{model}</span>
    </>
  )
}

/** What the task log knows of an ended video: its file and its cost. */
function Made({ id, prompt }: { id: string; prompt: string }) {
  const { t } = useTranslation('playground')
  const { data: row, error } = useQuery({
    queryKey: ['tasks', 'video', id],
    queryFn: async ({ signal }) => {
      const query = { platform: 'video', task_id: id, page_size: 1 }
      return (await api.list('GET /api/task/self', { query, signal })).items[0] ?? null
    },
    throwOnError: false,
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!row) return null
  const url = row.video?.url ?? ''
  return (
    <Stack gap={8}>
      {url !== '' && <VideoPlayer url={withBasePath(url)} name={prompt} />}
      <Row gap={[4, 12]} wrap>
        {url !== '' && (
          <Button size="small" href={withBasePath(url)} download={`${id}.mp4`}>
            {t('videos.download')}
          </Button>
        )}
        <TaskCost quota={row.quota} isRefunded={row.is_refunded} inline />
      </Row>
      {row.video && row.video.expires_at > 0 && (
        <span className={texts.hint}>{t('videos.expires', { time: formatTime(row.video.expires_at) })}</span>
      )}
    </Stack>
  )
}
