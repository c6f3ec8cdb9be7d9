import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Library } from '../../app/library.tsx'
import { CopyText } from '../../components/copy-text.tsx'
import { TableEmpty } from '../../components/data-table-states.tsx'
import { modelParams } from '../../lib/model-address.ts'
import { Link } from '../../lib/page-router.tsx'
import { CallExample } from './call-example.tsx'
import { Measured, useModelSpeed } from './measured.tsx'
import { ModelFacts, Part, PriceParts } from './model-parts.tsx'
import css from './pricing.module.css'
import { useCompared } from './use-compared.ts'

interface ModelDrawerProps {
  /** '' = closed. */
  model: string
  row: PricingRow | undefined
  pricing: Pricing
  group: string
  onGroup(group: string): void
  onClose(): void
}

/** The prices and facts of a model. */
export function ModelDrawer({ model, row, onClose, ...props }: ModelDrawerProps) {
  const { t } = useTranslation('pricing')
  const compared = useCompared()
  return (
    <Library>
      <Drawer
        open={model !== ''}
        size={560}
        title={<CopyText value={model} label={model} />}
        extra={
          row && (
            <Link to="/models/$model/$" params={modelParams(model)} search={{ compare: compared.text }}>
              {t('page.open')}
            </Link>
          )
        }
        onClose={onClose}
        destroyOnHidden
      >
        {row === undefined ? (
          <TableEmpty title={t('details.gone', { model })} hint={t('details.goneText')} />
        ) : (
          <Details row={row} {...props} />
        )}
      </Drawer>
    </Library>
  )
}

type DetailsProps = Pick<ModelDrawerProps, 'pricing' | 'group' | 'onGroup'> & { row: PricingRow }

function Details({ row, pricing, group: chosen, onGroup }: DetailsProps) {
  const { t } = useTranslation('pricing')
  const isOffered = row.enable_groups.includes(chosen)
  const group = isOffered ? chosen : (row.enable_groups[0] ?? chosen)
  const speed = useModelSpeed(row.model_name)
  return (
    <div className={css.details}>
      <ModelFacts row={row} />
      {row.description !== undefined && <p className={css.description}>{row.description}</p>}
      <PriceParts row={row} pricing={pricing} group={group} onGroup={onGroup} />
      {speed && (
        <Part title={t('details.measured')} text={t('details.measuredText')}>
          <Measured speed={speed} />
        </Part>
      )}
      {row.supported_endpoint_types.length > 0 && (
        <Part title={t('details.example')} text={t('example.key')}>
          <CallExample row={row} />
        </Part>
      )}
    </div>
  )
}
