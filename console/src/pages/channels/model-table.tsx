import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { objectionToModels } from '@sluice/contract/name-lists'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { sortModels } from '../../lib/sort-models.ts'
import { ModelPriceText } from './model-price-text.tsx'
import css from './model-table.module.css'
import { modelPricesQuery } from './queries.ts'

/** The chosen models of a channel with their sale prices. Those without one are marked. */
export function ModelTable({ value = [], onChange }: FormControl<string[]>) {
  const { t } = useTranslation('channel-editor')
  const isAsked = value.length > 0 && objectionToModels(value) === null
  const { data: prices } = useQuery({ ...modelPricesQuery(value), enabled: isAsked })
  if (!isAsked) return null
  return (
    <div className={css.box}>
      <table className={css.table}>
        <caption className="visually-hidden">{t('price.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('price.model')}</th>
            <th scope="col">{t('price.column')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {sortModels(value).map((model) => (
            <tr key={model}>
              <th scope="row">
                <VendorMark model={model} /> <code>{model}</code>
              </th>
              <td className={texts.number}>
                <ModelPriceText model={model} prices={prices} />
              </td>
              <td>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('price.remove', { name: model })}
                  onClick={() => onChange?.(value.filter((name) => name !== model))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
