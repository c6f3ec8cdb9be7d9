import { Form, Input, Modal, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './operation.module.css'
import type { Pricing } from './price-rows.ts'
import { type BatchFill, type BatchType, batchTypes, fillFault, readBatchFill } from './unset-models.ts'

export interface BatchPriceDialogProps {
  count: number
  onDone(values: Partial<Pricing>): void
  onClose(): void
}

const empty: BatchFill = { type: 'price', value: '', completionRatio: '' }

/** One price for all selected models. */
export function BatchPriceDialog({ count, onDone, onClose }: BatchPriceDialogProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const [form] = Form.useForm<BatchFill>()
  const type = Form.useWatch<BatchType | undefined>('type', form) ?? empty.type

  const ruleOf = {
    validator: async (_: unknown, text: string | undefined) => {
      const fault = fillFault(type, text ?? '')
      if (fault !== null) throw new Error(t(`prices.batchFault.${fault}`))
    },
  }
  const finish = (fill: BatchFill) => {
    const read = readBatchFill({ ...empty, ...fill }, count)
    if (!read.ok) return
    onDone(read.values)
    onClose()
  }
  return (
    <Modal
      open
      width={500}
      title={t('prices.batchTitle', { count })}
      okText={t('prices.apply')}
      cancelText={t('common:actions.cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form<BatchFill>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        initialValues={empty}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(changed: Partial<BatchFill>) => {
          // Another kind of price starts empty.
          if (changed.type !== undefined) form.resetFields(['value', 'completionRatio'])
        }}
        onFinish={finish}
      >
        <Form.Item<BatchFill> name="type" label={t('prices.batchType')}>
          <Radio.Group
            className={css.choices}
            options={batchTypes.map((value) => ({ value, label: t(`prices.batch.${value}`) }))}
          />
        </Form.Item>
        <Form.Item<BatchFill>
          name="value"
          label={type === 'bothRatio' ? t('prices.ratio') : t(`prices.batch.${type}`)}
          required
          rules={[ruleOf]}
          extra={t(type === 'price' ? 'prices.batchClearsRatios' : 'prices.batchClearsPrice')}
        >
          <Input inputMode="decimal" autoComplete="off" prefix={type === 'price' ? '$' : undefined} />
        </Form.Item>
        {type === 'bothRatio' && (
          <Form.Item<BatchFill> name="completionRatio" label={t('prices.completionRatio')} required rules={[ruleOf]}>
            <Input inputMode="decimal" autoComplete="off" />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
