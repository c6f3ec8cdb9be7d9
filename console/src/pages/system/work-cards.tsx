import type { SystemJob, SystemTask } from '@sluice/contract/system'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { isRoot, may, useSessionUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toasts.ts'
import { type LineColumn, Lines } from './lines.tsx'
import { cancelOf, systemQuery } from './queries.ts'

const jobTones: Record<SystemJob['outcome'], StatusTone> = {
  none: 'neutral',
  running: 'info',
  passed: 'success',
  failed: 'error',
}

/** The key of its text: `usage sums` → `usageSums`. */
export const jobTextKey = (name: string) => name.replaceAll(/[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The scheduled work of the node that answered. */
export function JobsCard({ id, jobs }: { id: string; jobs: readonly SystemJob[] }) {
  const { t, i18n } = useTranslation('system')
  const nameOf = (name: string) => {
    const key = `jobs.names.${jobTextKey(name)}`
    return i18n.exists(key, { ns: 'system' }) ? t(key as 'jobs.names.sessions') : name
  }
  const columns: LineColumn<SystemJob>[] = [
    { key: 'name', title: t('jobs.name'), render: ({ name }) => nameOf(name) },
    {
      key: 'outcome',
      title: t('jobs.outcome'),
      render: ({ outcome, failed_since }) => (
        <>
          <StatusTag tone={jobTones[outcome]}>{t(`jobs.outcomes.${outcome}`)}</StatusTag>
          {outcome === 'failed' && (
            <p className={texts.hint}>
              {t('jobs.failedSince')} <TimeText seconds={failed_since} />
            </p>
          )}
        </>
      ),
    },
    { key: 'last', title: t('jobs.last'), render: ({ started_at }) => <TimeText seconds={started_at} none="–" /> },
    {
      key: 'time',
      title: t('jobs.time'),
      isFigure: true,
      isWide: true,
      render: ({ time_ms }) => (time_ms === null ? <Nothing /> : formatDuration(time_ms)),
    },
    { key: 'next', title: t('jobs.next'), render: ({ next_at }) => <TimeText seconds={next_at} none="–" isPlanned /> },
  ]
  // What fails is what the reader looks for.
  const rows = jobs.toSorted((a, b) => Number(b.outcome === 'failed') - Number(a.outcome === 'failed'))
  return (
    <Card id={id} title={t('jobs.title')} purpose={t('jobs.purpose')}>
      <CardBody>
        <Lines label={t('jobs.title')} columns={columns} rows={rows} rowKey={({ name }) => name} />
      </CardBody>
    </Card>
  )
}

const taskTones: Record<SystemTask['state'], StatusTone> = {
  idle: 'neutral',
  running: 'info',
  finished: 'success',
  cancelled: 'neutral',
  interrupted: 'warning',
  failed: 'error',
}

/** Long work on any node. It continues when the page is left. */
export function TasksCard({ id, tasks }: { id: string; tasks: readonly SystemTask[] }) {
  const { t } = useTranslation(['system', 'common'])
  const columns: LineColumn<SystemTask>[] = [
    {
      key: 'name',
      title: t('tasks.name'),
      render: ({ kind, name, started_by }) => (
        <>
          {t(`tasks.kinds.${kind}`)}
          <p className={texts.hint}>
            {[name, started_by && t('tasks.by', { name: started_by })].filter(Boolean).join(' · ')}
          </p>
        </>
      ),
    },
    {
      key: 'state',
      title: t('tasks.state'),
      render: ({ state }) => <StatusTag tone={taskTones[state]}>{t(`tasks.states.${state}`)}</StatusTag>,
    },
    { key: 'progress', title: t('tasks.progress'), render: (task) => <TaskProgress task={task} /> },
    {
      key: 'at',
      title: t('tasks.at'),
      render: ({ started_at, finished_at }) => <TimeText seconds={finished_at || started_at} none="–" />,
    },
    { key: 'next', title: t('tasks.next'), render: ({ next_at }) => <TimeText seconds={next_at} none="–" isPlanned /> },
    { key: 'cancel', title: '', render: (task) => <CancelButton task={task} /> },
  ]
  return (
    <Card id={id} title={t('tasks.title')} purpose={t('tasks.purpose')}>
      <CardBody>
        <Lines
          label={t('tasks.title')}
          columns={columns}
          rows={tasks}
          rowKey={({ kind, id, name, started_at }) => `${kind} ${id} ${name} ${started_at}`}
        />
      </CardBody>
    </Card>
  )
}

function TaskProgress({ task: { kind, state, done, total, failed } }: { task: SystemTask }) {
  const { t } = useTranslation('system')
  if (kind === 'prices')
    return <span className={texts.number}>{t('tasks.models', { count: done, number: formatNumber(done) })}</span>
  if ((kind === 'export' || kind === 'log_cleanup') && done > 0)
    return <span className={texts.number}>{t('tasks.rows', { count: done, number: formatNumber(done) })}</span>
  if (total === 0) return <Nothing />
  return (
    <span>
      {state === 'running' && <Progress size="small" percent={Math.floor((done / total) * 100)} showInfo={false} />}
      <span className={texts.number}>{`${formatNumber(done)} / ${formatNumber(total)}`}</span>
      {failed > 0 && (
        <span className={texts.hint}> · {t('tasks.failed', { count: failed, number: formatNumber(failed) })}</span>
      )}
    </span>
  )
}

function CancelButton({ task }: { task: SystemTask }) {
  const { t } = useTranslation(['system', 'common'])
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const user = useSessionUser()
  const ask = cancelOf(task, { isRoot: user !== null && isRoot(user), mayWriteUsers: may(user, 'user.write') })
  if (ask === null) return null
  const name = [t(`tasks.kinds.${task.kind}`), task.name].filter(Boolean).join(' ')
  const cancel = async () => {
    setIsBusy(true)
    await ask().catch(toastFailure)
    setIsBusy(false)
    void client.invalidateQueries({ queryKey: systemQuery.queryKey })
  }
  return (
    <Button size="small" loading={isBusy} aria-label={`${t('common:actions.cancel')} ${name}`} onClick={cancel}>
      {t('common:actions.cancel')}
    </Button>
  )
}
