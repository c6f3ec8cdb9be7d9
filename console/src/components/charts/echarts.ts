import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only the parts that our charts use. The charts alone load this module, with the first one.
use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

export { init }
