import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import { Row } from '../../components/layout.tsx'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { isFailed, type LogRow } from './log-rows.ts'
import css from './logs.module.css'

/** The requested model with a cross if the call failed, and below it the upstream's model if it differs. */
export function ModelName({ row, t }: { row: LogRow; t: TFunction<'logs'> }) {
  const sentOn = row.detail.is_model_mapped ? row.detail.upstream_model_name : undefined
  const requested = (
    <Row as="span" gap={6} shrink>
      {isFailed(row) && (
        <span className={css.cross}>
          <CloseOutlined aria-hidden />
          <span className="visually-hidden">{t('type.error')}</span>
        </span>
      )}
      <VendorMark model={row.model_name} />
      <code className={css.ellipsis} title={row.model_name}>
        {row.model_name}
      </code>
    </Row>
  )
  if (row.isShared)
    return (
      <span className={css.mapped}>
        {requested}
        <SameCall t={t} />
      </span>
    )
  if (sentOn === undefined) return requested
  return (
    <Tooltip title={t('mappedTo', { model: sentOn })}>
      <span className={css.mapped}>
        {requested}
        <span className={css.sentOn}>
          <span aria-hidden>→ </span>
          <code>{sentOn}</code>
        </span>
      </span>
    </Tooltip>
  )
}

function SameCall({ t }: { t: TFunction<'logs'> }) {
  return (
    <Tooltip title={t('sameCallHint')}>
      <span className={css.sentOn}>
        <span aria-hidden>↔ </span>
        {t('sameCall')}
      </span>
    </Tooltip>
  )
}
