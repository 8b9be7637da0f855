// Contract, portal API: categories of interest and the fields below them, which the database begins with.
import type { Code } from '../../../contract/shapes/service.ts'

type Names = [ko: string, en: string, zh: string]

const TREE: [names: Names, fields: Names[]][] = [
  [
    ['디지털 기술', 'Digital technology', '数字技术'],
    [
      ['인공지능', 'Artificial intelligence', '人工智能'],
      ['데이터', 'Data', '数据'],
      ['클라우드', 'Cloud', '云计算'],
      ['보안', 'Security', '安全'],
    ],
  ],
  [
    ['사회적 가치', 'Social value', '社会价值'],
    [
      ['사회적 경제', 'Social economy', '社会经济'],
      ['기후와 환경', 'Climate and environment', '气候与环境'],
      ['포용', 'Inclusion', '包容'],
    ],
  ],
  [
    ['경영', 'Business', '经营'],
    [
      ['전략', 'Strategy', '战略'],
      ['마케팅', 'Marketing', '市场营销'],
      ['재무', 'Finance', '财务'],
      ['리더십', 'Leadership', '领导力'],
    ],
  ],
  [
    ['디자인', 'Design', '设计'],
    [
      ['서비스 디자인', 'Service design', '服务设计'],
      ['시각 디자인', 'Visual design', '视觉设计'],
      ['디자인 사고', 'Design thinking', '设计思维'],
    ],
  ],
  [
    ['에너지와 소재', 'Energy and materials', '能源与材料'],
    [
      ['배터리', 'Batteries', '电池'],
      ['반도체', 'Semiconductors', '半导体'],
      ['수소', 'Hydrogen', '氢能'],
    ],
  ],
  [
    ['마음과 삶', 'Mind and life', '心灵与生活'],
    [
      ['행복', 'Well-being', '幸福'],
      ['건강', 'Health', '健康'],
      ['인문', 'Humanities', '人文'],
      ['외국어', 'Languages', '外语'],
    ],
  ],
]

const named = (code: string, [code_name, code_name_en, code_name_cn]: Names): Code => ({
  code,
  code_name,
  code_name_en,
  code_name_cn,
})

/** The categories, and below them the fields by `parent`. */
export const INTERESTS: Code[] = TREE.flatMap(([names, fields], at) => {
  const code = `IC${(at + 1).toString().padStart(2, '0')}`
  const below = fields.map((field, index) => named(`${code}${(index + 1).toString().padStart(2, '0')}`, field))
  return [{ ...named(code, names), parent: null }, ...below.map((field) => ({ ...field, parent: code }))]
})
