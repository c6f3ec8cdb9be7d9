import AlipayCircleFilled from '@ant-design/icons/es/icons/AlipayCircleFilled'
import CreditCardOutlined from '@ant-design/icons/es/icons/CreditCardOutlined'
import WechatFilled from '@ant-design/icons/es/icons/WechatFilled'
import { Radio } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import choice from '../../components/choice-card.module.css'
import type { FormControl } from '../../components/form-control.ts'
import { type Method, namesOfMethods } from './gateways.ts'
import css from './topup.module.css'

const icons: Record<Method, ReactNode> = {
  zfb: <AlipayCircleFilled className={css.alipay} aria-hidden />,
  wx: <WechatFilled className={css.wechat} aria-hidden />,
  stripe: <CreditCardOutlined className={css.bankCard} aria-hidden />,
}

interface MethodFieldProps extends FormControl<Method> {
  methods: Method[]
}

/** The payment methods, as large touch targets. */
export function MethodField({ id, value, onChange, methods }: MethodFieldProps) {
  const { t } = useTranslation('topup')
  return (
    <Radio.Group
      id={id}
      className={css.methods}
      value={value}
      aria-label={t('online.method')}
      onChange={(event) => onChange?.(event.target.value)}
    >
      {methods.map((method) => (
        <Radio key={method} value={method} className={`${choice.choice} ${css.method}`}>
          {icons[method]}
          {t(`method.${namesOfMethods[method]}`)}
        </Radio>
      ))}
    </Radio.Group>
  )
}
