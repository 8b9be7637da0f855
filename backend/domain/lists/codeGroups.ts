// Spec §7, code groups: the lists behind the join forms that the database begins with (codeVersions.ts).
import { getCountries } from 'libphonenumber-js/mobile'
import type { Code } from '../../../contract/shapes/service.ts'
import { INTERESTS, JOBS, row, SCHOOLS } from './longLists.ts'

/** Where codes can be sent: `code_add` is the calling code (Spec §3). */
export const NATIONAL_TEL = [
  { ...row('KR', '대한민국', 'Korea', '韩国', '韓国'), code_add: '82' },
  { ...row('US', '미국', 'USA', '美国', 'アメリカ'), code_add: '1' },
  { ...row('CN', '중국', 'China', '中国', '中国'), code_add: '86' },
  { ...row('JP', '일본', 'Japan', '日本', '日本'), code_add: '81' },
  { ...row('UG', '우간다', 'Uganda', '乌干达', 'ウガンダ'), code_add: '256' },
]

function regionNames(locale: string) {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return (code: string) => names.of(code) ?? code
}
const nations = (): Code[] => {
  const [ko, en, zh, ja] = [regionNames('ko'), regionNames('en'), regionNames('zh-Hans'), regionNames('ja')]
  const all = getCountries().map((code) => row(code, ko(code), en(code), zh(code), ja(code)))
  const first = (code: string) => (code === 'KR' ? 0 : 1)
  return all.sort((a, b) => first(a.code) - first(b.code) || a.code_name.localeCompare(b.code_name, 'ko'))
}

const GENDERS = [row('M', '남성', 'Male', '男', '男性'), row('F', '여성', 'Female', '女', '女性')]

const PARTNER_COMPANIES = [
  row('PC001', '가람전자', 'Garam Electronics', '佳蓝电子', 'カラム電子'),
  row('PC002', '누리소재', 'Nuri Materials', '努里材料', 'ヌリ素材'),
  row('PC003', '다온정밀', 'Daon Precision', '达温精密', 'タオン精密'),
  row('PC004', '라온물류', 'Raon Logistics', '罗温物流', 'ラオン物流'),
  row('PC005', '마루건설', 'Maru Construction', '玛鲁建设', 'マル建設'),
  row('PC006', '바른화학', 'Bareun Chemical', '正道化学', 'パルン化学'),
  row('PC007', '새빛에너지', 'Saebit Energy', '新光能源', 'セビッエネルギー'),
  row('PC008', '아람시스템', 'Aram Systems', '雅岚系统', 'アラムシステム'),
  row('PC009', '한결통신', 'Hangyeol Telecom', '恒一通信', 'ハンギョル通信'),
  row('PC_ETC', '기타', 'Other', '其他', 'その他'),
]
const SOCIAL_COMPANIES = [
  row('SC001', '함께짓는밥상', 'Table Together', '共享餐桌', 'みんなで作る食卓'),
  row('SC002', '초록발자국', 'Green Footprint', '绿色足迹', '緑の足あと'),
  row('SC003', '두번째책방', 'Second Bookshop', '二手书屋', '二番目の書店'),
  row('SC004', '모두의이동', 'Mobility for All', '无碍出行', 'みんなの移動'),
  row('SC005', '마을돌봄', 'Village Care', '社区关怀', 'まちのケア'),
  row('SC006', '손끝공방', 'Fingertip Workshop', '指尖工坊', '指先工房'),
  row('SC_ETC', '기타', 'Other', '其他', 'その他'),
]
const GROUP_COMPANIES = [
  row('SK001', '그룹 지주', 'Group Holdings', '集团控股', 'グループホールディングス'),
  row('SK002', '그룹 에너지', 'Group Energy', '集团能源', 'グループエネルギー'),
  row('SK003', '그룹 텔레콤', 'Group Telecom', '集团电信', 'グループテレコム'),
  row('SK004', '그룹 반도체', 'Group Semiconductor', '集团半导体', 'グループ半導体'),
  row('SK005', '그룹 화학', 'Group Chemical', '集团化学', 'グループ化学'),
  row('SK006', '그룹 바이오', 'Group Bio', '集团生物', 'グループバイオ'),
  row('SK007', '그룹 건설', 'Group Construction', '集团建设', 'グループ建設'),
  row('SK008', '그룹 네트웍스', 'Group Networks', '集团网络', 'グループネットワークス'),
]

const JOB_TITLES = [
  row('JOB_TYP_01', '팀원', 'Team member', '组员', 'チームメンバー'),
  row('JOB_TYP_02', '파트장', 'Part leader', '小组长', 'パートリーダー'),
  row('JOB_TYP_03', '팀장', 'Team leader', '团队负责人', 'チームリーダー'),
  row('JOB_TYP_04', '실장·그룹장', 'Head of group', '部门负责人', '室長・グループ長'),
  row('JOB_TYP_05', '본부장', 'Head of division', '本部长', '本部長'),
  row('JOB_TYP_06', '대표', 'Chief executive', '代表', '代表'),
  row('JOB_TYP_ETC', '기타', 'Other', '其他', 'その他'),
]
const JOB_RANKS = [
  row('JOB_LEV_01', '사원', 'Associate', '职员', '社員'),
  row('JOB_LEV_02', '대리', 'Assistant manager', '代理', '主任'),
  row('JOB_LEV_03', '과장', 'Manager', '科长', '課長'),
  row('JOB_LEV_04', '차장', 'Deputy general manager', '次长', '次長'),
  row('JOB_LEV_05', '부장', 'General manager', '部长', '部長'),
  row('JOB_LEV_06', '임원', 'Executive', '高管', '役員'),
]

/** The last three share one code (Spec §3); which of them is 'other', its additional code says. */
const FAMILY_RELATIONS: Code[] = [
  row('00', '부모', 'Parent', '父母', '父母'),
  row('01', '배우자', 'Spouse', '配偶', '配偶者'),
  row('02', '형제자매', 'Sibling', '兄弟姐妹', '兄弟姉妹'),
  row('02', '자녀', 'Child', '子女', '子ども'),
  { ...row('02', '기타', 'Other', '其他', 'その他'), code_add: 'FAM_REL_ETC' },
]
const FAMILY_JOBS = [
  row('FAM_JOB_01', '학생', 'Student', '学生', '学生'),
  row('FAM_JOB_02', '회사원', 'Office worker', '公司职员', '会社員'),
  row('FAM_JOB_03', '공무원', 'Public servant', '公务员', '公務員'),
  row('FAM_JOB_04', '교육직', 'Educator', '教育工作者', '教育職'),
  row('FAM_JOB_05', '의료직', 'Health worker', '医疗工作者', '医療職'),
  row('FAM_JOB_06', '자영업', 'Self-employed', '个体经营', '自営業'),
  row('FAM_JOB_07', '프리랜서', 'Freelancer', '自由职业', 'フリーランス'),
  row('FAM_JOB_08', '전업주부', 'Homemaker', '家庭主妇·主夫', '専業主婦・主夫'),
  row('FAM_JOB_09', '구직 중', 'Looking for work', '求职中', '求職中'),
  row('FAM_JOB_ETC', '기타', 'Other', '其他', 'その他'),
]

const SCHOOL_COURSES = [
  row('SCH_CURS_01', '전문학사', 'Associate degree', '专科', '専門学士'),
  row('SCH_CURS_02', '학사', 'Bachelor', '本科', '学士'),
  row('SCH_CURS_03', '석사', 'Master', '硕士', '修士'),
  row('SCH_CURS_04', '박사', 'Doctorate', '博士', '博士'),
  row('SCH_CURS_05', '석박사 통합', 'Combined master and doctorate', '硕博连读', '修士・博士一貫'),
]
const SCHOOL_STATUSES = [
  row('SCH_GRAD_01', '재학', 'Enrolled', '在读', '在学中'),
  row('SCH_GRAD_02', '휴학', 'On leave', '休学', '休学中'),
  row('SCH_GRAD_03', '수료', 'Completed coursework', '结业', '課程修了'),
  row('SCH_GRAD_04', '졸업 예정', 'About to graduate', '应届毕业', '卒業見込み'),
  row('SCH_GRAD_05', '졸업', 'Graduated', '毕业', '卒業'),
]

const NATIONS = nations()
/** The nationalities that the form offers to group members. */
const GROUP_NATIONS: readonly string[] = ['KR', 'US', 'CN', 'JP', 'VN', 'HU', 'PL', 'SG']

/** Disposable and example domains: a login ID there could never be recovered. */
const DENIED_DOMAINS = [
  'example.com',
  'example.net',
  'example.org',
  'guerrillamail.com',
  'mailinator.com',
  'sharklasers.com',
  'tempmail.com',
  'trashmail.com',
  'yopmail.com',
  '10minutemail.com',
]

/** The domains of the group's companies. No mail server can have this one (RFC 2606). */
const GROUP_DOMAINS = ['group.test']

const domains = (names: readonly string[]) => names.map((name) => row(name, name, name, name, name))

/** The groups that the program itself depends on: the column `gender`, and the phones that codes are sent to (members/phone.ts). No command changes them. */
export const FIXED_GROUPS: ReadonlyMap<string, readonly Code[]> = new Map([
  ['GENDER_GRP', GENDERS],
  ['NATIONAL_TEL_GRP', NATIONAL_TEL],
])

/** The lists whose codes are domains. */
export const DOMAIN_GROUPS = ['DENIED_DOMAIN', 'GROUP_DOMAIN'] as const

/** Lists with calls of their own. `codegroups` does not answer for them. */
export const OWN_CALLS: ReadonlySet<string> = new Set(['INTERESTS', ...DOMAIN_GROUPS])

/** The groups that the database begins with. A Map, so that a group named like an object's own property is simply unknown. */
export const SEED_GROUPS: ReadonlyMap<string, readonly Code[]> = new Map([
  ['INTERESTS', INTERESTS],
  ['DENIED_DOMAIN', domains(DENIED_DOMAINS)],
  ['GROUP_DOMAIN', domains(GROUP_DOMAINS)],
  ['JOBGROUP', JOBS],
  ['PARTNER_COM_GRP', PARTNER_COMPANIES],
  ['SOCIAL_COM_GRP', SOCIAL_COMPANIES],
  ['SK_COM_GRP', GROUP_COMPANIES],
  ['JOB_TYP_GRP', JOB_TITLES],
  ['JOB_LEV_GRP', JOB_RANKS],
  ['FAM_REL_GRP', FAMILY_RELATIONS],
  ['FAM_JOB_GRP', FAMILY_JOBS],
  ['SCH_GRP', SCHOOLS],
  ['SCH_CURS_GRP', SCHOOL_COURSES],
  ['SCH_GRAD_GRP', SCHOOL_STATUSES],
  ['NATIONAL_CD_SK_GRP', NATIONS.filter(({ code }) => GROUP_NATIONS.includes(code))],
  ['NATIONAL_CD_GEN_GRP', NATIONS],
])
