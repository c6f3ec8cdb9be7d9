import type { NodeFigures, SystemNode } from '@sluice/contract/system'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import { Nothing } from '../../components/nothing.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatBytes, formatDuration, formatNumber } from '../../lib/format.ts'
import { type LineColumn, Lines } from './lines.tsx'

/** The processes that serve this site. */
export function NodesCard({ id, nodes }: { id: string; nodes: readonly SystemNode[] }) {
  const { t } = useTranslation('system')
  const figure = (key: string, title: string, render: (figures: NodeFigures) => ReactNode): LineColumn<SystemNode> => ({
    key,
    title,
    isFigure: true,
    render: ({ figures }) => (figures === null ? <Nothing /> : render(figures)),
  })
  const columns: LineColumn<SystemNode>[] = [
    {
      key: 'name',
      title: t('nodes.name'),
      render: ({ name, is_own, figures }) => (
        <>
          <span className={texts.mono}>{name}</span>
          <p className={texts.hint}>
            {[figures?.version, is_own && t('nodes.own')].filter(Boolean).join(' · ')}
            {figures === null && t('nodes.unknown')}
          </p>
        </>
      ),
    },
    { key: 'since', title: t('nodes.since'), render: ({ started_at }) => <TimeText seconds={started_at} /> },
    figure('memory', t('nodes.memory'), ({ memory_bytes }) => formatBytes(memory_bytes)),
    figure('delay', t('nodes.delay'), ({ loop_delay_ms }) => formatDuration(loop_delay_ms)),
    figure('calls', t('nodes.calls'), ({ calls }) => formatNumber(calls)),
    figure('ledger', t('nodes.ledger'), ({ ledger_waiting }) => formatNumber(ledger_waiting)),
    figure('connections', t('nodes.connections'), (its) =>
      [`${its.connections_in_use} / ${its.connections_max}`, its.queries_waiting > 0 && `+${its.queries_waiting}`]
        .filter(Boolean)
        .join(' '),
    ),
  ]
  return (
    <Card id={id} title={t('nodes.title')} purpose={t('nodes.purpose')}>
      <CardBody>
        <Lines label={t('nodes.title')} columns={columns} rows={nodes} rowKey={({ name }) => name} />
      </CardBody>
    </Card>
  )
}
