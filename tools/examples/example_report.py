"""report-zh.pdf: a page of a Chinese report: Song for the text, Hei for the headings."""

from pagekit import table
from pagekit.page import Flow, Page
from pagekit.table import Cell
from pagekit.text import Style

BODY = Style("song", 10.5, 18, first=21)
HEAD = Style("hei", 13, 20, "left", before=9, after=3)
SUB = Style("hei", 11, 17, "left", before=5, after=2)
SMALL = Style("song", 9, 12, "left")
PALE = (0.91, 0.94, 0.97)


def make(path):
    page = Page(
        path,
        (595.28, 841.89),
        title="青石湾社区图书馆年度运行报告",
        author="青石湾社区图书馆",
        lang="zh-CN",
    )
    page.put("青石湾社区图书馆", 72, 40, 451, SMALL)
    page.put("2023 年度运行报告", 72, 40, 451, SMALL.but(align="right"))
    page.line(72, 55, 523, 55, 0.5)
    _, _, y = page.put("社区图书馆年度运行报告", 72, 72, 451, Style("hei", 19, 28, "center"))
    _, _, y = page.put("（2023 年 1 月—12 月）", 72, y, 451, Style("song", 10.5, 16, "center"))
    flow = Flow(page, [(72, y + 8, 523, 778)])
    flow.title("一、总体情况", HEAD, 2)
    flow.para(
        "text",
        "2023年，本馆全年开放312天，接待读者48,620人次，比上年增长12.4%；外借图书31,905册，其中少儿读物占46%。"
        "夜间阅览室自5月起延长至21:30关闭，晚间读者约占全天的三分之一，“下班以后来坐一坐”已成为许多居民的习惯。",
        BODY,
    )
    flow.para(
        "text",
        "全年共举办读书会、手工课和讲座86场，参加者2,740人。馆内新增自助借还机2台，平均借书用时由3分钟缩短到40秒，"
        "读者满意度为4.7分（满分5分）。",
        BODY,
    )
    flow.title("二、服务数据", HEAD, 2)
    flow.title("2.1 借阅与到馆", SUB, 3)
    flow.para(
        "text",
        "表1列出各季度的主要数据。第三季度正值暑假，到馆人数最多；第一季度因屋顶维修闭馆两周，各项数字偏低。",
        BODY,
    )
    page.put("表1　各季度主要服务数据", 72, flow.y + 4, 451, Style("hei", 9.5, 14, "center"))
    cell = lambda words, **more: Cell(words, fill=PALE, align="c", **more)
    rows = [
        [
            cell("季度", rows=2),
            cell("到馆（人次）", cols=2),
            cell("外借（册）", cols=2),
            cell("活动（场）", rows=2),
        ],
        [cell("成人"), cell("少儿"), cell("成人"), cell("少儿")],
        ["第一季度", "5,310", "3,980", "3,620", "2,875", "15"],
        ["第二季度", "6,745", "5,120", "4,310", "3,540", "22"],
        ["第三季度", "7,260", "7,935", "4,685", "4,990", "28"],
        ["第四季度", "6,890", "5,380", "4,610", "3,275", "21"],
        ["合计", "26,205", "22,415", "17,225", "14,680", "86"],
    ]
    flow.y = (
        table.draw(
            page,
            72,
            flow.y + 21,
            [79, 76, 76, 76, 76, 68],
            rows,
            Style("song", 9.5, 13, "left"),
            "grid",
            "cccccc",
            head=2,
            lead=6,
        )
        + 8
    )
    flow.title("2.2 馆藏与设备", SUB, 3)
    flow.para(
        "text",
        "年末馆藏图书62,480册，全年新购3,150册，剔旧1,020册。公共电脑8台，Wi-Fi日均连接230次；PDF扫描服务"
        "（200 dpi）免费提供，全年处理文件5,600余页。",
        BODY,
    )
    flow.title("三、存在问题与下年计划", HEAD, 2)
    flow.para(
        "text",
        "一年的工作中也有不足：地下书库湿度偏高，最高时达到68%RH；残障读者的入口仍须绕行后院；部分读者反映周末座位紧张。为此，"
        "2024年将重点做好以下工作：",
        BODY,
    )
    flow.items(
        [
            "改造地下书库的除湿系统，将湿度控制在45%—55%之间，预算8.6万元；",
            "在正门加装坡道与扶手，6月底以前完工；",
            "周末开放二楼会议室作为临时自习区，增加座位36个；",
            "与附近两所小学合作，开设“每周一本”共读课，全年不少于30次。",
        ],
        BODY.but(first=0, left=10),
        indent=14,
        between=1,
    )
    flow.para(
        "text",
        "以上各项工作由馆务会负责落实，每季度向社区公布一次进展。欢迎居民通过意见箱或电子邮件（library@qingshi.example）"
        "提出建议，我们将在5个工作日内答复。",
        BODY,
    )
    page.line(72, 792, 523, 792, 0.4)
    page.put("内部资料　注意保存", 72, 797, 451, SMALL)
    page.put("第 7 页", 72, 797, 451, SMALL.but(align="right"))
    page.save()
    return flow
