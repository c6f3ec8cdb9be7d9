import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../text.module.css'
import { drawFlow } from './draw-flow.ts'
import css from './flow-line.module.css'

export interface FlowEnd {
  name: string
  /** From 0 to 1: how wide its line is. */
  share: number
  /** `failed`: a broken line. `idle`: nothing flows there now. */
  state: 'flows' | 'failed' | 'idle'
  /** On the line: a time or a percentage. */
  measure?: string
  /** In place of the name, such as a link of that name. */
  shown?: ReactNode
  /** Before the name, for example the logo of a vendor. */
  mark?: ReactNode
  /** Below the name. */
  note?: ReactNode
  /** The colour of its line; default: the accent. */
  color?: string
}

export interface FlowLineProps {
  /** `small` is a picture for empty states; the others have names. */
  size: 'small' | 'medium' | 'large'
  ends: readonly FlowEnd[]
  /** Who calls; default: "You". */
  from?: ReactNode
  /** Below the gate. */
  gate?: string
  /** Names the drawing for screen readers; default: "Where the calls go". */
  label?: string
}

const sizes = {
  small: { rowHeight: 10, fullWidth: 5 },
  medium: { rowHeight: 44, fullWidth: 8 },
  large: { rowHeight: 46, fullWidth: 22 },
} as const

/**
 * The way of calls: from the caller through the gate to channels, vendors or attempts. The width of a line is its
 * share, a broken line failed, and the times stand on them. With nothing that flows the gate is closed.
 *
 *     <FlowLine
 *       size="medium"
 *       from="eval"
 *       ends={[
 *         { name: 'Anthropic direct', share: 0.2, state: 'failed', measure: '340 ms', note: '404 not found' },
 *         { name: 'Anthropic spare', share: 1, state: 'flows', measure: '1.20 s' },
 *       ]}
 *     />
 */
export function FlowLine({ size, ends, from, gate, label }: FlowLineProps) {
  const { t } = useTranslation('flow')
  const name = label ?? t('label')
  if (size === 'small') return <SmallFlow ends={ends} label={name} />
  const { height, lines, inWidth } = drawFlow(
    ends.map(({ share }) => share),
    { length: 100, ...sizes[size] },
  )
  const isOpen = ends.some(({ state }) => state === 'flows')
  return (
    <figure className={css.flow} data-size={size} aria-label={name}>
      <span className={css.from}>{from ?? t('you')}</span>
      <span className={css.dot} aria-hidden />
      <svg className={css.in} viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden>
        <path className={css.line} data-state={isOpen ? 'flows' : 'idle'} d="M0 16H100" strokeWidth={inWidth} />
      </svg>
      <span className={css.gate}>
        <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden>
          <Gate isOpen={isOpen} />
        </svg>
        {gate !== undefined && <span className={css.gateName}>{gate}</span>}
      </span>
      <svg className={css.fan} viewBox={`0 0 100 ${height}`} height={height} preserveAspectRatio="none" aria-hidden>
        {lines.map(({ path, width }, index) => (
          <Line key={index} end={ends[index]} path={path} width={width} />
        ))}
      </svg>
      <ol className={css.ends}>
        {ends.map((end, index) => (
          <End key={index} {...end} />
        ))}
      </ol>
    </figure>
  )
}

function End({ name, shown, state, measure, mark, note }: FlowEnd) {
  const { t } = useTranslation('flow')
  return (
    <li data-state={state}>
      {measure !== undefined && <span className={css.measure}>{measure}</span>}
      <span className={css.name}>
        {mark}
        <span className={texts.cut}>{shown ?? name}</span>
        {state !== 'flows' && <span className="visually-hidden">{t(state)}</span>}
      </span>
      {note && <span className={`${texts.hint} ${texts.cut}`}>{note}</span>}
    </li>
  )
}

function Line({ end, path, width }: { end: FlowEnd | undefined; path: string; width: number }) {
  const style: CSSProperties = end?.color === undefined ? {} : { stroke: end.color }
  return <path className={css.line} data-state={end?.state} d={path} strokeWidth={width} style={style} />
}

/** Two posts under a beam, as in the logo; the board is up when it is open. */
const Gate = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <path className={css.posts} d="M7 27V5H25V27" />
    <rect className={css.board} x={11} y={isOpen ? 8 : 17} width={10} height={isOpen ? 5 : 8} rx={1.5} />
  </>
)

function SmallFlow({ ends, label }: { ends: readonly FlowEnd[]; label: string }) {
  const { t } = useTranslation('flow')
  const shown = ends.length > 0 ? ends : nothingFlows
  const { height, lines } = drawFlow(
    shown.map(({ share }) => share),
    { length: 44, ...sizes.small },
  )
  const isOpen = ends.some(({ state }) => state === 'flows')
  const words = ends.map(({ name, measure = '', state }) =>
    [name, measure, state === 'flows' ? '' : t(state)].filter((text) => text !== '').join(' '),
  )
  return (
    <svg viewBox="0 0 120 36" width={120} height={36} role="img" aria-label={[label, ...words].join('; ')}>
      <circle className={css.dotShape} cx={6} cy={18} r={4} />
      <path className={css.line} data-state={isOpen ? 'flows' : 'idle'} d="M12 18H34" strokeWidth={2} />
      <g transform="translate(34 2)">
        <Gate isOpen={isOpen} />
      </g>
      <g transform={`translate(68 ${18 - height / 2})`}>
        {lines.map(({ path, width }, index) => (
          <Line key={index} end={shown[index]} path={path} width={width} />
        ))}
      </g>
    </svg>
  )
}

const nothingFlows: readonly FlowEnd[] = ['1', '2', '3'].map((name) => ({ name, share: 0, state: 'idle' }))
