import type { OptionKey } from '@sluice/contract/options/registry'
import { Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { OptionControl } from './option-control.tsx'
import { controlIdOf } from './option-field.ts'
import { OptionOrigin } from './option-origin.tsx'
import css from './settings.module.css'
import { useCard } from './settings-context.ts'
import { useOption } from './use-option.ts'
import { useCardTexts } from './use-texts.ts'

export interface OptionRowProps {
  name: OptionKey
  /** Replaces the default control; its control must have the id `controlIdOf(name)`. */
  children?: ReactNode
  /** Beside or below the control. */
  extra?: ReactNode
  /** At the right of the label. */
  actions?: ReactNode
  /** The label is above the control instead of at its left. Always for long texts. */
  isWide?: boolean
  /** The title of its card is its label. */
  isLabelHidden?: boolean
  /** Without effect because of other options. */
  isDisabled?: boolean
}

/** An option of the card: its name, its effect, its control, and its fault. */
export function OptionRow(props: OptionRowProps) {
  const { name, children, extra, actions, isWide, isLabelHidden, isDisabled } = props
  const { t } = useTranslation(['settings', 'common'])
  const { labelOf, helpOf } = useCardTexts(useCard())
  const option = useOption(name)
  const id = controlIdOf(name)
  const help = helpOf(name)
  const { kind } = option.field
  const describedBy = [help && `${id}-help`, option.problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div
      className={css.row}
      tabIndex={-1}
      data-bare={isLabelHidden}
      data-option={name}
      data-wide={isWide ?? (kind === 'json' || kind === 'lines')}
      data-switch={kind === 'switch'}
      data-changed={option.isChanged}
    >
      <div>
        <Row gap={[0, 8]} align="baseline" wrap className={css.rowLabel}>
          <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
            {labelOf(name)}
          </label>
          {option.isChanged && (
            <Row as="span" gap={2} align="baseline" inline className={css.changed}>
              {t('changed')}
              <Button size="small" type="link" aria-label={t('undoOf', { what: labelOf(name) })} onClick={option.undo}>
                {t('undo')}
              </Button>
            </Row>
          )}
          {actions !== undefined && <span className={css.rowAction}>{actions}</span>}
        </Row>
        {help !== undefined && (
          <p id={`${id}-help`} className={texts.below}>
            {help}
          </p>
        )}
      </div>
      <div className={css.rowControl}>
        {children ?? (
          // A control that is only read keeps its text selectable, also in a card that is switched off.
          <ConfigProvider componentDisabled={false}>
            <OptionControl name={name} describedBy={describedBy || undefined} isDisabled={isDisabled} />
          </ConfigProvider>
        )}
        {option.problem !== undefined && (
          <p id={`${id}-problem`} role="alert" className={texts.problem}>
            {option.problem}
          </p>
        )}
        {extra}
        <OptionOrigin name={name} />
      </div>
    </div>
  )
}

/** A row of a card that is not an option. */
export function InfoRow({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <div>
        <Row gap={[0, 8]} align="baseline" wrap className={css.rowLabel}>
          {label}
        </Row>
        {help !== undefined && <p className={texts.below}>{help}</p>}
      </div>
      <div className={css.rowControl}>{children}</div>
    </div>
  )
}
