import type { ReactNode } from 'react'
import { HoverTip } from '../../components/hover-tip.tsx'
import css from './channels.module.css'

/** A badge that shows `lines` on hover and focus. */
export const LinesTip = ({ lines, children }: { lines: readonly string[]; children: ReactNode }) => (
  <HoverTip
    title={
      <div className={css.why}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    }
  >
    <button type="button" className={css.plainButton}>
      {children}
    </button>
  </HoverTip>
)
