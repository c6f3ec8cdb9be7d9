import type { CostEntry } from '@sluice/contract/cost-prices'
import { Form, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../../components/form-drawer.tsx'
import { NumberInput } from '../../../components/number-input.tsx'
import { useOpening } from '../../../components/use-opening.ts'
import { usePrices } from '../prices-context.ts'
import { useBounds } from '../use-bounds.ts'
import { buildCost, type CostValues, costKinds, costValuesOf, newCost, type SiteCost } from './cost-values.ts'

interface CostDrawerProps {
  /** `new`; null = closed. */
  open: SiteCost | 'new' | null
  onSet(models: readonly string[], cost: CostEntry): void
  onClose(): void
}

const percentBounds = { min: 0, max: 10_000 } as const
const dollarBounds = { min: 0, max: 1_000_000 } as const

/** What models cost where their channel names no cost. */
export function CostDrawer({ open, onSet, onClose }: CostDrawerProps) {
  const { t } = useTranslation(['prices', 'common'])
  const { quotaPerUnit } = usePrices()
  const shown = useOpening(open)
  const edited = shown.open === 'new' ? null : shown.open
  const save = async (values: CostValues): Promise<Submitted> => {
    const { models } = { ...newCost, ...values }
    onSet(edited === null ? models : [edited.model], buildCost({ ...newCost, ...values }, edited?.entry, quotaPerUnit))
    return 'saved'
  }
  return (
    <FormDrawer<CostValues>
      key={shown.count}
      open={shown.isOpen}
      title={edited === null ? t('cost.addTitle') : t('cost.editTitle', { model: edited.model })}
      submitText={t('markup.take')}
      initialValues={edited === null ? newCost : costValuesOf(edited, quotaPerUnit)}
      onSubmit={save}
      onClose={onClose}
    >
      <CostFields isNew={edited === null} />
    </FormDrawer>
  )
}

function CostFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('prices')
  const { sheet } = usePrices()
  const form = Form.useFormInstance<CostValues>()
  const bounds = useBounds()
  const kind = Form.useWatch<CostValues['kind'] | undefined>('kind', form) ?? newCost.kind
  const names = useMemo(
    () => [
      { value: 'default', label: t('cost.others') },
      ...(sheet?.rows ?? []).map(({ model }) => ({ value: model, label: model })),
    ],
    [sheet, t],
  )
  /** It is stored as a multiple of input. */
  const needsInput = {
    validator: async (_: unknown, value: number | null) => {
      if (value !== null && form.getFieldValue('input') === 0) throw new Error(t('fault.inputFree'))
    },
  }
  const amount = (name: Exclude<keyof CostValues, 'models' | 'kind' | 'percent'>, isNeeded: boolean) => (
    <Form.Item<CostValues>
      name={name}
      label={t(`figure.${name}`)}
      required={isNeeded}
      extra={isNeeded ? undefined : t('cost.asListed')}
      dependencies={isNeeded ? [] : ['input']}
      rules={isNeeded ? [bounds(dollarBounds)] : [bounds({ ...dollarBounds, isOptional: true }), needsInput]}
    >
      <NumberInput prefix="$" />
    </Form.Item>
  )
  return (
    <>
      {isNew && (
        <Form.Item<CostValues>
          name="models"
          label={t('markup.models')}
          rules={[{ required: true, message: t('markup.modelsNeeded') }]}
        >
          <Select mode="tags" autoFocus tokenSeparators={[',', ' ', '\n']} options={names} />
        </Form.Item>
      )}
      <Form.Item<CostValues> name="kind" label={t('cost.kind')} required extra={t(`cost.kindHelp.${kind}`)}>
        <Select options={costKinds.map((value) => ({ value, label: t(`cost.kinds.${value}`) }))} />
      </Form.Item>
      {kind === 'share' && (
        <Form.Item<CostValues> name="percent" label={t('cost.percent')} required rules={[bounds(percentBounds)]}>
          <NumberInput suffix="%" />
        </Form.Item>
      )}
      {kind === 'tokens' && (
        <>
          {amount('input', true)}
          {amount('output', false)}
          {amount('cacheRead', false)}
        </>
      )}
      {kind !== 'share' && kind !== 'tokens' && amount(kind, true)}
    </>
  )
}
