"""Plausible sentences without meaning: English from about 300 words, Chinese from phrases. Same seed, same text."""

import random

NOUNS = """method signal surface margin pattern sample network channel record estimate river forest station boundary window
layer model vector column gradient threshold reservoir temperature material instrument observer procedure distribution
measurement experiment hypothesis catchment sediment frequency amplitude resolution correction parameter variable interval
sequence cluster index grid region profile season village harbour corridor market contract household committee archive
catalogue document paragraph sentence reader author language dictionary translation question argument evidence theory
principle structure mechanism circuit battery processor memory schedule queue buffer request server protocol message
storage failure recovery capacity pressure velocity density viscosity boundary-layer turbine engine vessel bridge tunnel
foundation concrete timber crystal molecule solution catalyst reaction membrane enzyme tissue patient treatment
diagnosis survey questionnaire respondent average deviation residual covariance likelihood posterior baseline
benchmark dataset annotation classifier decoder attention embedding token corpus""".split()
ADJECTIVES = """small large early late steady uneven local global linear smooth rough narrow broad shallow deep common rare simple
complete partial direct indirect stable unstable seasonal annual regional central distant recent previous independent
consistent comparable considerable negligible systematic experimental theoretical practical statistical geometric
underlying characteristic representative conventional low-cost long-term""".split()
VERBS = """limit follow explain support reduce increase replace approach describe measure record reflect affect confirm
contradict predict correct improve weaken strengthen dominate determine represent resemble precede require balance
estimate distort reproduce compensate""".split()
ADVERBS = """slowly rarely usually clearly partly mostly strongly weakly directly gradually approximately consistently
substantially independently surprisingly noticeably""".split()
JOINS = """because although while whereas since so-that unless once""".split()
OPENERS = [
    "In most cases",
    "By contrast",
    "As expected",
    "After the first season",
    "Under these conditions",
    "For this reason",
    "At the same time",
    "In a second trial",
    "Contrary to our expectation",
    "With few exceptions",
    "Over the whole period",
    "On closer inspection",
    "Taken together",
    "In the long run",
    "For larger samples",
]
SURNAMES = """Abara Brandvold Castellan Dorsey Ekholm Ferreira Galloway Haldane Iversen Jourdan Kowalik Lindqvist Moreau Nakata
Okafor Pereira Quist Rasmus Sato Tanaka Ulvang Vale Winther Xenakis Yardley Zeller""".split()
PLACES = [
    "Nordvik",
    "Eastmoor",
    "Harbour Press",
    "Weir Street",
    "Millpond",
    "Quayside",
    "Stonebridge",
]


def _plural(noun):
    if noun.endswith("sis"):
        return noun[:-2] + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch")) else "s")


def _past(verb):
    return verb + "d" if verb.endswith("e") else verb + "ed"


class English:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, items):
        return items[self.random.randrange(len(items))]

    def noun(self):
        words = self.one(["the", "the", "a", "this", "each"])
        adjective = self.one(ADJECTIVES) + " " if self.random.random() < 0.55 else ""
        noun = self.one(NOUNS)
        if words == "a" and (adjective or noun)[0] in "aeiou":
            words = "an"
        tail = f" of the {self.one(NOUNS)}" if self.random.random() < 0.3 else ""
        return f"{words} {adjective}{noun}{tail}"

    def clause(self):
        adverb = self.one(ADVERBS) + " " if self.random.random() < 0.3 else ""
        return f"{self.noun()} {adverb}{_past(self.one(VERBS))} {self.noun()}"

    def sentence(self):
        kind = self.random.randrange(7)
        number = f"{self.random.randrange(2, 98)}"
        if kind == 0:
            out = f"{self.clause()}, {self.one(JOINS).replace('-', ' ')} {self.clause()}"
        elif kind == 1:
            out = f"{self.one(OPENERS)}, {self.clause()}"
        elif kind == 2:
            out = f"{self.clause()} by about {number}%"
        elif kind == 3:
            out = f"{self.one(OPENERS)}, {self.clause()} and {self.clause()}"
        elif kind == 4:
            out = f"{self.noun()} was {self.one(ADVERBS)} {self.one(ADJECTIVES)} in {number} of {int(number) + 40} {_plural(self.one(NOUNS))}"
        elif kind == 5:
            out = f"{self.noun()}, which {_past(self.one(VERBS))} {self.noun()}, was {self.one(ADJECTIVES)}"
        else:
            out = self.clause()
        return out[0].upper() + out[1:] + "."

    def paragraph(self, low=4, high=7, cite=None):
        """cite: None, 'number' or 'year': where a citation stands before the full stop."""
        out = []
        for _ in range(self.random.randrange(low, high + 1)):
            words = self.sentence()
            if cite and self.random.random() < 0.3:
                mark = (
                    f"[{self.random.randrange(1, 40)}]"
                    if cite == "number"
                    else f"({self.one(SURNAMES)} et al., {self.random.randrange(1988, 2023)})"
                )
                words = f"{words[:-1]} {mark}."
            out.append(words)
        return " ".join(out)

    def phrase(self):
        return f"{self.one(ADJECTIVES)} {self.one(NOUNS)} and {self.one(NOUNS)}"

    def heading(self):
        words = self.one(
            [
                f"{self.one(NOUNS)} and {self.one(NOUNS)}",
                f"{self.one(ADJECTIVES)} {_plural(self.one(NOUNS))}",
                f"effect of the {self.one(NOUNS)}",
            ]
        )
        return words[0].upper() + words[1:]

    def people(self, count):
        return [f"{self.one('ABCDEFGHJKLMNPRST')}. {self.one(SURNAMES)}" for _ in range(count)]

    def reference(self, number=None):
        names = [
            f"{n.split()[1]}, {n.split()[0]}" for n in self.people(self.random.randrange(1, 4))
        ]
        who = names[0] if len(names) == 1 else ", ".join(names[:-1]) + ", and " + names[-1]
        year, volume, page = (
            self.random.randrange(1978, 2023),
            self.random.randrange(2, 90),
            self.random.randrange(10, 900),
        )
        title = f"On the {self.phrase()} of the {self.one(ADJECTIVES)} {self.one(NOUNS)}"
        title = self.one(
            [title, title.replace("On the", "A note on the"), title.replace("On the", "Towards the")]
        )
        adjective, noun, other = self.one(ADJECTIVES), self.one(NOUNS), _plural(self.one(NOUNS))
        end = (
            "th" if volume % 10 > 3 or volume // 10 == 1 else ("th", "st", "nd", "rd")[volume % 10]
        )
        workshop = (
            f"Proceedings of the {volume}{end} Workshop on {adjective.title()} {other.title()}"
        )
        place = self.one(
            [
                f"<i>Journal of {noun.title()} Research</i>, {volume}({volume % 6 + 1}):{page}–{page + 14}",
                f"In <i>{workshop}</i>, pages {page}–{page + 9}, {self.one(PLACES)}",
                f"<i>{self.one(PLACES)} Transactions on {other.title()}</i>, {volume}:{page}–{page + 21}",
                f"Technical Report {volume}, University of {self.one(PLACES[:2] + PLACES[4:])}",
            ]
        )
        head = f"[{number}]\u00a0" if number else ""
        return f"{head}{who} {year}. {title}. {place}."


ZH_SUBJECTS = [
    "值班人员",
    "运行班组",
    "设备管理部门",
    "供水泵站",
    "备用机组",
    "控制系统",
    "现场负责人",
    "仓库管理员",
    "巡检小组",
    "配电柜",
    "通风系统",
    "监测终端",
    "维护单位",
    "操作人员",
    "冷却水回路",
    "报警装置",
    "安全员",
    "新到岗人员",
]
ZH_VERBS = [
    "应当及时检查",
    "必须逐项核对",
    "不得擅自改动",
    "应按规定记录",
    "可以根据现场情况调整",
    "应定期清理",
    "需要提前准备",
    "应重点观察",
    "应立即上报",
    "负责保管",
]
ZH_OBJECTS = [
    "各测点的压力与温度",
    "轴承的振动数值",
    "阀门的开关状态",
    "当班的交接记录",
    "滤网和排水沟",
    "电缆接头的外观",
    "润滑油的油位与颜色",
    "备品备件的数量",
    "工具和防护用品",
    "仪表的零点漂移",
    "管道保温层",
    "水池液位",
    "通信线路",
    "应急照明",
]
ZH_WHEN = [
    "每班开始前",
    "设备停机超过24小时后",
    "气温低于5℃时",
    "雨季来临之前",
    "出现异常声响时",
    "负荷超过额定值的80%时",
    "更换部件以后",
    "每月5日前",
    "夜间值守期间",
    "检修结束后",
]
ZH_THEN = [
    "以免故障扩大",
    "并在记录表中签字确认",
    "确保系统连续稳定运行",
    "发现问题应在30分钟内处理",
    "同时通知相邻班组",
    "结果保存不少于3年",
    "做到有据可查",
    "避免重复劳动",
    "必要时启用备用回路",
    "防止误操作",
]


class Chinese:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, items):
        return items[self.random.randrange(len(items))]

    def sentence(self):
        core = f"{self.one(ZH_SUBJECTS)}{self.one(ZH_VERBS)}{self.one(ZH_OBJECTS)}"
        kind = self.random.randrange(4)
        if kind == 0:
            return f"{self.one(ZH_WHEN)}，{core}，{self.one(ZH_THEN)}。"
        if kind == 1:
            return f"{core}，{self.one(ZH_THEN)}。"
        if kind == 2:
            return f"{self.one(ZH_WHEN)}，{core}；{self.one(ZH_SUBJECTS)}{self.one(ZH_VERBS)}{self.one(ZH_OBJECTS)}。"
        return f"{core}、{self.one(ZH_OBJECTS)}，{self.one(ZH_THEN)}。"

    def paragraph(self, low=3, high=4):
        return "".join(self.sentence() for _ in range(self.random.randrange(low, high + 1)))

    def item(self):
        return f"{self.one(ZH_WHEN)}，{self.one(ZH_VERBS)}{self.one(ZH_OBJECTS)}"
