import type { Task } from '@sluice/contract/task'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { LongText } from '../../components/long-text.tsx'
import { RowOrigin } from '../../components/row-origin.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskState } from '../../components/task-state.tsx'
import { TaskTime } from '../../components/task-time.tsx'
import texts from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import player from '../../components/video-player.module.css'
import { VideoPlayer } from '../../components/video-player.tsx'
import { ownSite, withBasePath } from '../../lib/base-path.ts'
import { formatTime } from '../../lib/format.ts'
import { EndTask } from './end-task.tsx'
import { isEmptyResult, parseSongs } from './parse-songs.ts'
import { stateOf, TypeName } from './task-columns.tsx'
import { TaskResult } from './task-result.tsx'
import { isOver } from './task-texts.ts'
import css from './tasks.module.css'

/** A line breaks between two facts alone. */
const joinFacts = (facts: readonly string[]): string =>
  facts
    .filter((fact) => fact !== '')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')

/** A task as a tile of the gallery. Nothing is loaded before it is played. */
export function TaskTile({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const { copy } = useCopy()
  const { video } = row
  const url = video?.url ?? ''
  const isEmpty = row.fail_reason !== '' || isEmptyResult(row.data)
  const facts = video
    ? [
        video.model,
        t('video.seconds', { count: video.seconds }),
        video.resolution || video.size.replace('x', ' × '),
        video.has_sound ? t('video.sound') : '',
      ]
    : []
  return (
    <Stack as="article" gap={8} className={css.tile}>
      {url !== '' ? (
        <VideoPlayer url={withBasePath(url)} name={row.properties.input || t('platform.video')} />
      ) : (
        <div className={player.frame}>{video ? t('platform.video') : <TypeName row={row} t={t} />}</div>
      )}
      {(!isOver(row.status) || row.status === 'FAILURE') && <TaskState {...stateOf(t, row)} />}
      <LongText title={t('column.failReason')} text={row.fail_reason} tone="error" />
      <LongText title={t('column.prompt')} text={row.properties.input} />
      {facts.length > 0 && <span className={texts.note}>{joinFacts(facts)}</span>}
      {!isEmpty && parseSongs(row.data).length > 0 && <TaskResult row={row} />}
      <RowOrigin username={row.username} channelId={row.channel_id} channelName={row.channel_name} />
      <Row gap={8} wrap>
        <span className={texts.note}>
          <TaskTime at={row.submit_time * 1000} />
        </span>
        <TaskCost quota={row.quota} isRefunded={row.is_refunded} inline />
      </Row>
      {video && video.expires_at > 0 && (
        <span className={texts.hint}>{t('video.expires', { time: formatTime(video.expires_at) })}</span>
      )}
      <Row gap={8} wrap>
        {url !== '' && (
          <>
            <Button size="small" href={withBasePath(url)} download={`${row.task_id}.mp4`}>
              {t('video.download')}
            </Button>
            <Button size="small" type="text" onClick={() => copy(ownSite() + url)}>
              {t('video.copyLink')}
            </Button>
          </>
        )}
        <EndTask row={row} />
      </Row>
    </Stack>
  )
}
