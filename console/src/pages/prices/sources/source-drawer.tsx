import {
  type PriceSide,
  type PriceSource,
  type PriceSourceKind,
  type PriceSourceWrite,
  priceSides,
  priceSourceKinds,
  publicListUrls,
} from '@sluice/contract/price-sources'
import { Checkbox, Form, Input, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../../components/form-drawer.tsx'
import { NumberInput } from '../../../components/number-input.tsx'
import { useOpening } from '../../../components/use-opening.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useBounds } from '../use-bounds.ts'
import { addSource, changeSource, useReload } from './queries.ts'

type Values = Omit<PriceSourceWrite, 'every_hours'> & { every_hours: number | null }

const newSource: Values = {
  kind: 'models_dev',
  name: '',
  url: '',
  provider: '',
  every_hours: 24,
  side: 'sale',
  is_maker: false,
}
const hoursBounds = { min: 0, max: 720, isWhole: true } as const

/** Adds a source (`new`) or changes one; null = closed. */
export function SourceDrawer({ open, onClose }: { open: PriceSource | 'new' | null; onClose(): void }) {
  const { t } = useTranslation(['price-sources', 'common'])
  const reload = useReload()
  const shown = useOpening(open)
  const edited = shown.open === 'new' ? null : shown.open
  const save = async (values: Values): Promise<Submitted> => {
    const body = buildWrite(values)
    if (edited === null) await addSource(body)
    else await changeSource({ id: edited.id, ...body })
    toastSuccess(edited === null ? t('form.added') : t('form.changed'))
    void reload({ prices: false })
    return 'saved'
  }
  return (
    <FormDrawer<Values>
      key={shown.count}
      open={shown.isOpen}
      title={edited === null ? t('form.addTitle') : t('form.editTitle', { name: edited.name })}
      submitText={edited === null ? t('common:actions.add') : t('common:actions.save')}
      initialValues={edited ?? newSource}
      onSubmit={save}
      onClose={onClose}
    >
      <SourceFields />
    </FormDrawer>
  )
}

/** Fields that a kind does not have are not in the form. */
function buildWrite({ kind, name, url = '', provider = '', every_hours = 0, side, is_maker }: Partial<Values>) {
  return {
    kind: kind ?? newSource.kind,
    name: name ?? '',
    url,
    provider,
    every_hours: every_hours ?? 0,
    side: side ?? newSource.side,
    is_maker: is_maker ?? false,
  } satisfies PriceSourceWrite
}

function SourceFields() {
  const { t } = useTranslation(['price-sources', 'common'])
  const form = Form.useFormInstance<Values>()
  const bounds = useBounds()
  const kind = Form.useWatch<PriceSourceKind | undefined>('kind', form) ?? newSource.kind
  const side = Form.useWatch<PriceSide | undefined>('side', form) ?? newSource.side
  const publicUrl = publicListUrls[kind]
  const required = (label: string) => ({ required: true, message: t('common:form.required', { label }) })
  return (
    <>
      <Form.Item<Values> name="kind" label={t('column.kind')} extra={t(`kindHelp.${kind}`)} required>
        <Select autoFocus options={priceSourceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item<Values>
        name="name"
        label={t('column.name')}
        required
        rules={[{ ...required(t('column.name')), whitespace: true }]}
      >
        <Input autoComplete="off" maxLength={64} />
      </Form.Item>
      {kind !== 'file' && (
        <>
          <Form.Item<Values>
            name="url"
            label={t('column.url')}
            required={publicUrl === undefined}
            rules={publicUrl === undefined ? [required(t('column.url'))] : []}
            extra={publicUrl === undefined ? t('form.siteUrlHelp') : t('form.urlHelp')}
          >
            <Input type="url" autoComplete="off" placeholder={publicUrl ?? 'https://'} />
          </Form.Item>
          <Form.Item<Values>
            name="every_hours"
            label={t('form.hours')}
            required
            extra={t('form.hoursHelp')}
            rules={[bounds(hoursBounds)]}
          >
            <NumberInput />
          </Form.Item>
        </>
      )}
      <Form.Item<Values> name="side" label={t('form.side')} extra={t(`sideHelp.${side}`)} required>
        <Segmented block options={priceSides.toReversed().map((value) => ({ value, label: t(`side.${value}`) }))} />
      </Form.Item>
      <Form.Item<Values> name="provider" label={t('form.provider')} extra={t('form.providerHelp')}>
        <Input autoComplete="off" maxLength={64} />
      </Form.Item>
      <Form.Item<Values> name="is_maker" valuePropName="checked" extra={t('form.makerHelp')}>
        <Checkbox>{t('form.maker')}</Checkbox>
      </Form.Item>
    </>
  )
}
