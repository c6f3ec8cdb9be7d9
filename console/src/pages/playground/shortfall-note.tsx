import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
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
    <Row role="note" gap={[6, 12]} justify="between" wrap className={css.shortfall}>
      <span>{t(`shortfall.${shortfall}`)}</span>
      {shortfall === 'length' && (
        <Row as="span" gap={4} align="stretch" wrap>
          {onContinue && (
            <Button size="small" onClick={onContinue}>
              {t('shortfall.continue')}
            </Button>
          )}
          <Button size="small" type="link" onClick={onLimit}>
            {t('shortfall.limit')}
          </Button>
        </Row>
      )}
    </Row>
  )
}
