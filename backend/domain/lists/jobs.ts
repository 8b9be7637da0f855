// Spec §7, group JOBGROUP: job groups, and the jobs below them by `parent`.
import type { Code } from '../../../contract/shapes/service.ts'

type Names = [ko: string, en: string, zh: string]

const TREE: [code: string, names: Names, jobs: Names[]][] = [
  [
    'JG01',
    ['경영·기획', 'Management and planning', '经营·企划'],
    [
      ['전략 기획', 'Strategy', '战略企划'],
      ['사업 개발', 'Business development', '业务开发'],
      ['경영 지원', 'Business support', '经营支持'],
    ],
  ],
  [
    'JG02',
    ['인사·교육', 'People and learning', '人事·教育'],
    [
      ['인사 운영', 'HR operations', '人事运营'],
      ['채용', 'Recruiting', '招聘'],
      ['교육 기획', 'Learning design', '教育企划'],
    ],
  ],
  [
    'JG03',
    ['재무·회계', 'Finance and accounting', '财务·会计'],
    [
      ['회계', 'Accounting', '会计'],
      ['재무', 'Finance', '财务'],
      ['세무', 'Tax', '税务'],
      ['감사', 'Audit', '审计'],
    ],
  ],
  [
    'JG04',
    ['마케팅·홍보', 'Marketing and communications', '市场·宣传'],
    [
      ['브랜드 마케팅', 'Brand marketing', '品牌营销'],
      ['디지털 마케팅', 'Digital marketing', '数字营销'],
      ['홍보', 'Public relations', '公共关系'],
    ],
  ],
  [
    'JG05',
    ['영업', 'Sales', '销售'],
    [
      ['국내 영업', 'Domestic sales', '国内销售'],
      ['해외 영업', 'International sales', '海外销售'],
      ['기술 영업', 'Technical sales', '技术销售'],
    ],
  ],
  [
    'JG06',
    ['소프트웨어 개발', 'Software engineering', '软件开发'],
    [
      ['백엔드', 'Back end', '后端'],
      ['프런트엔드', 'Front end', '前端'],
      ['모바일', 'Mobile', '移动端'],
      ['임베디드', 'Embedded', '嵌入式'],
      ['정보 보안', 'Information security', '信息安全'],
    ],
  ],
  [
    'JG07',
    ['데이터·인공지능', 'Data and AI', '数据·人工智能'],
    [
      ['데이터 분석', 'Data analysis', '数据分析'],
      ['데이터 엔지니어링', 'Data engineering', '数据工程'],
      ['머신러닝', 'Machine learning', '机器学习'],
    ],
  ],
  [
    'JG08',
    ['디자인', 'Design', '设计'],
    [
      ['제품 디자인', 'Product design', '产品设计'],
      ['시각 디자인', 'Visual design', '视觉设计'],
      ['사용자 조사', 'User research', '用户研究'],
    ],
  ],
  [
    'JG09',
    ['연구·개발', 'Research and development', '研究·开发'],
    [
      ['소재 연구', 'Materials research', '材料研究'],
      ['공정 개발', 'Process development', '工艺开发'],
      ['바이오 연구', 'Life science research', '生物研究'],
    ],
  ],
  [
    'JG10',
    ['생산·품질', 'Production and quality', '生产·质量'],
    [
      ['생산 관리', 'Production control', '生产管理'],
      ['설비', 'Equipment', '设备'],
      ['품질 보증', 'Quality assurance', '质量保证'],
    ],
  ],
  [
    'JG11',
    ['안전·환경', 'Safety and environment', '安全·环境'],
    [
      ['산업 안전', 'Industrial safety', '工业安全'],
      ['환경 관리', 'Environmental management', '环境管理'],
      ['보건', 'Occupational health', '职业健康'],
    ],
  ],
  [
    'JG12',
    ['교육·공공', 'Education and public service', '教育·公共'],
    [
      ['교사', 'Teacher', '教师'],
      ['강사', 'Instructor', '讲师'],
      ['행정', 'Administration', '行政'],
      ['사회 복지', 'Social work', '社会福利'],
    ],
  ],
]

const named = (code: string, [code_name, code_name_en, code_name_cn]: Names): Code => ({
  code,
  code_name,
  code_name_en,
  code_name_cn,
})

export const JOBS: Code[] = TREE.flatMap(([group, names, jobs]) => [
  { ...named(group, names), parent: null },
  ...jobs.map((job, index) => ({ ...named(`${group}${(index + 1).toString().padStart(2, '0')}`, job), parent: group })),
])
