import type { ChannelSweep, SweepKind } from '@sluice/contract/channel-sweep'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toasts.ts'
import css from './channels.module.css'
import { cancelSweep, channelsKey, sweepKey, sweepQuery } from './queries.ts'
import { SweepCounts } from './sweep-counts.tsx'
import { SweepDialog } from './sweep-dialog.tsx'
import { isListDue, isShown, percentOf, toneOf } from './sweep-state.ts'

/** The progress of a sweep of all channels, on any node. The sweep continues when the page is left. */
export function SweepStrip({ kind }: { kind: SweepKind }) {
  const { data: sweep } = useQuery(sweepQuery(kind))
  const [putAwayAt, setPutAwayAt] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  useRefreshedList(sweep)
  if (sweep === undefined || !isShown(sweep, putAwayAt, Date.now() / 1000)) return null
  return (
    <>
      <Strip
        kind={kind}
        sweep={sweep}
        onOpen={() => setIsOpen(true)}
        onPutAway={() => setPutAwayAt(sweep.started_at)}
      />
      {isOpen && <SweepDialog kind={kind} sweep={sweep} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Reloads the list periodically while the sweep runs, and completely at its end. */
function useRefreshedList(sweep: ChannelSweep | undefined): void {
  const client = useQueryClient()
  const seen = useRef<{ progress: string; listReadAtMs: number } | null>(null)
  useEffect(() => {
    if (sweep === undefined) return
    const nowMs = Date.now()
    const progress = `${sweep.started_at} ${sweep.done} ${sweep.state}`
    if (seen.current === null) {
      seen.current = { progress, listReadAtMs: nowMs }
      return
    }
    const { listReadAtMs } = seen.current
    if (seen.current.progress === progress || !isListDue(sweep, { listReadAtMs, nowMs })) return
    seen.current = { progress, listReadAtMs: nowMs }
    void client.invalidateQueries({ queryKey: channelsKey })
  }, [client, sweep])
}

interface StripProps {
  kind: SweepKind
  sweep: ChannelSweep
  onOpen(): void
  onPutAway(): void
}

function Strip({ kind, sweep, onOpen, onPutAway }: StripProps) {
  const { t } = useTranslation(['channel-checks', 'common'])
  const client = useQueryClient()
  const [isEnding, setIsEnding] = useState(false)
  const isRunning = sweep.state === 'running'
  const mayCancel = may(useSessionUser(), 'channel.operate')

  const cancel = async () => {
    setIsEnding(true)
    try {
      await cancelSweep(kind)
    } catch (error) {
      toastFailure(error)
    }
    setIsEnding(false)
    void client.invalidateQueries({ queryKey: sweepKey(kind) })
  }
  return (
    <section className={css.sweep} aria-label={t(`sweep.${kind}.title`)}>
      <Row as="span" gap={[0, 12]} wrap>
        <StatusTag tone={toneOf(sweep)}>
          {t(`sweep.${kind}.${sweep.state === 'idle' ? 'finished' : sweep.state}`)}
        </StatusTag>
        <SweepCounts sweep={sweep} />
      </Row>
      {isRunning && (
        <Progress
          className={css.sweepBar}
          percent={percentOf(sweep)}
          size="small"
          showInfo={false}
          status="active"
          aria-label={t(`sweep.${kind}.title`)}
        />
      )}
      <span className={css.sweepActions}>
        <Button size="small" type="text" onClick={onOpen}>
          {t('sweep.details')}
        </Button>
        {isRunning ? (
          mayCancel && (
            <Button size="small" type="text" loading={isEnding} onClick={cancel}>
              {t('sweep.cancel')}
            </Button>
          )
        ) : (
          <Button size="small" type="text" onClick={onPutAway}>
            {t('sweep.putAway')}
          </Button>
        )}
      </span>
    </section>
  )
}
