import { catalogueNameMax, type Vendor } from '@sluice/contract/catalogue'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './catalogue.module.css'
import { DescriptionField, IconField, StatusField, useNameRule } from './fields.tsx'
import type { VendorValues } from './vendor-kind.ts'

/** The fields of a vendor; `edited` is the edited vendor, null = a new one. */
export function VendorForm({ edited }: { edited: Vendor | null }) {
  const { t } = useTranslation('catalogue')
  const nameRule = useNameRule()
  return (
    <div className={css.fields}>
      <Form.Item<VendorValues> name="name" label={t('form.vendorName')} required rules={[nameRule]}>
        <Input autoFocus autoComplete="off" maxLength={catalogueNameMax} />
      </Form.Item>
      <DescriptionField />
      <IconField former={edited?.icon ?? ''} />
      <StatusField />
    </div>
  )
}
