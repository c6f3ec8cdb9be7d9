import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Shortfall } from './message.ts'
import css from './playground.module.css'

interface ShortfallNoteProps {
  shortfall: Shortfall
  /** Absent = the answer cannot be continued. */
  onContinue: (() => void) | undefined
  /** Leads to the setting of the output limit. */
  onLimit(): void
}

/** Explains that an answer is cut off, and what can be done. */
export function ShortfallNote({ shortfall, onContinue, onLimit }: ShortfallNoteProps) {
  const { t } = useTranslation('playground')
  return (
    <div role="note" className={css.shortfall}>
      <span>{t(`shortfall.${shortfall}`)}</span>
      {shortfall === 'length' && (
        <span className={css.shortfallWays}>
          {onContinue && (
            <Button size="small" onClick={onContinue}>
              {t('shortfall.continue')}
            </Button>
          )}
          <Button size="small" type="link" onClick={onLimit}>
            {t('shortfall.limit')}
          </Button>
        </span>
      )}
    </div>
  )
}
