import type { DryRun } from '@sluice/contract/dry-run'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatPercent } from '../../lib/format.ts'
import { type FlowEnd, FlowLine } from '../flow-line/flow-line.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { VendorMark } from '../vendor-mark/vendor-mark.tsx'

type Candidate = DryRun['candidates'][number]

/** More ends are not read as a drawing. */
const drawnRoutesMax = 8

interface RouteFlowProps {
  /** The most likely first. Those beyond `drawnRoutesMax` are left out. */
  candidates: readonly Candidate[]
  /** Who calls. */
  from?: ReactNode
  /** The group or model below the gate. */
  gate?: string
  /** A channel that is always drawn, even beyond the others. */
  always?: number
  /** Narrow places leave out the facts of each channel. */
  isShort?: boolean
}

/** Where the first attempt of a call would go: each line is as wide as its chance. */
export function RouteFlow({ candidates, from, gate, always, isShort = false }: RouteFlowProps) {
  const { t } = useTranslation('routing')
  const isPhone = useIsPhone()
  const drawn = drawnOf(candidates, always)
  if (drawn.length === 0) return <FlowLine size="small" ends={[]} label={t('dryRun.noCandidates')} />
  return (
    <FlowLine
      size="medium"
      from={from}
      {...(gate !== undefined && { gate })}
      label={t('dryRun.candidates')}
      ends={drawn.map((one) => endOf(one))}
    />
  )

  function endOf(one: Candidate): FlowEnd {
    const { id, name, type, chance, passed } = one
    return {
      name,
      shown: (
        <Link to="/channel" search={{ open: String(id) }} title={`${name} #${id}`}>
          {id === always ? <strong>{name}</strong> : name}
        </Link>
      ),
      mark: <VendorMark channelType={type} />,
      share: chance,
      state: passed !== null ? 'failed' : chance > 0 ? 'flows' : 'idle',
      measure: passed !== null ? t(`exclusions.${passed.code}`) : shareText(chance),
      ...(!isShort && !isPhone && { note: noteOf(one) }),
    }
  }

  function shareText(chance: number): string {
    return chance === 0 ? t('dryRun.later') : formatPercent(chance * 100)
  }

  function noteOf({ priority, weight, in_flight, latency_ms }: Candidate): string {
    const about = t('dryRun.about', { priority, weight, count: in_flight })
    return latency_ms === null ? about : `${about} · ${t('dryRun.latency', { time: formatDuration(latency_ms) })}`
  }
}

/** The first candidates; the one that is always drawn takes the place of the last. */
export function drawnOf(candidates: readonly Candidate[], always?: number): readonly Candidate[] {
  const first = candidates.slice(0, drawnRoutesMax)
  const wanted = candidates.find(({ id }) => id === always)
  if (wanted === undefined || first.includes(wanted)) return first
  return [...first.slice(0, -1), wanted]
}
