#include "ui/theme/theme.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QVBoxLayout>

namespace ph::test {

using namespace ph::ui;

namespace {

constexpr double kLeast = 4.5;
constexpr std::array kTones{Tone::Running, Tone::Waiting, Tone::Good, Tone::Bad, Tone::Off};

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTextCanBeReadOnItsGround_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyTextCanBeReadOnItsGround() {
        QFETCH(bool, dark);
        const auto& t = dark ? darkTokens() : lightTokens();
        const QPalette p = paletteOf(t);
        const QColor chosen = p.color(QPalette::Highlight);
        for (const auto& ground : {t.window, t.surface, t.raised, chosen}) QVERIFY(contrast(t.text, ground) >= kLeast);
        for (const auto& ground : {t.window, t.surface, t.raised}) QVERIFY(contrast(t.muted, ground) >= kLeast);
        QVERIFY(contrast(t.onAccent, t.accent) >= kLeast);
        QVERIFY(contrast(p.color(QPalette::PlaceholderText), p.color(QPalette::Base)) >= kLeast);
    }
    void everyToneCanBeReadInAChip_data() { everyTextCanBeReadOnItsGround_data(); }
    void everyToneCanBeReadInAChip() {
        QFETCH(bool, dark);
        const auto& t = dark ? darkTokens() : lightTokens();
        const QColor chosen = paletteOf(t).color(QPalette::Highlight);
        for (const auto tone : kTones)
            for (const auto& under : {t.window, t.surface, chosen}) {
                const QColor ground = toneGround(t, tone, under);
                QVERIFY(contrast(readable(t, toneColour(t, tone), ground), ground) >= kLeast);
                QVERIFY(contrast(readable(t, toneColour(t, tone), under), under) >= kLeast);
            }
    }
    void logColoursCanBeRead_data() { everyTextCanBeReadOnItsGround_data(); }
    void logColoursCanBeRead() {
        QFETCH(bool, dark);
        const auto& t = dark ? darkTokens() : lightTokens();
        for (const auto& ink : t.terminal) QVERIFY(contrast(readable(t, ink, t.surface), t.surface) >= kLeast);
    }
    void curvesAreSeenOnTheirGround() {
        for (const auto* t : {&lightTokens(), &darkTokens()})
            for (const auto& colour : t->series) QVERIFY(contrast(colour, t->surface) >= 3.0);
    }
    void aPaletteGivesItsTokensBack() {
        QVERIFY(!tokensOf(paletteOf(lightTokens())).dark);
        QVERIFY(tokensOf(paletteOf(darkTokens())).dark);
    }
    void contrastIsThatOfTheStandard() {
        QVERIFY(qAbs(contrast(Qt::black, Qt::white) - 21.0) < 0.01);
        QVERIFY(qAbs(contrast(Qt::white, Qt::white) - 1.0) < 0.01);
    }
    void everyGlyphHasADrawing() {
        for (int i = 0; i <= static_cast<int>(Glyph::Server); ++i) {
            const auto image = glyphPixmap(static_cast<Glyph>(i), Qt::red, 32, 1).toImage();
            QVERIFY2(!image.isNull(), qPrintable(QString::number(i)));
            int painted = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (qAlpha(image.pixel(x, y)) > 0) ++painted;
            QVERIFY2(painted > 20, qPrintable(QString::number(i)));
        }
    }
    void iconsTakeTheColourOfTheThemeWhenPainted() {
        auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
        Theme theme(*application);
        theme.setMode(Theme::Mode::Light);
        const QIcon shown = icon(Glyph::Stop);
        const auto light = shown.pixmap(QSize(24, 24)).toImage();
        theme.setMode(Theme::Mode::Dark);
        QVERIFY(theme.dark());
        QVERIFY(light != shown.pixmap(QSize(24, 24)).toImage());
    }
    void aFieldOfSeveralLinesShowsTheFocusAsOneOfASingleLineDoes() {
        auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
        Theme theme(*application);
        theme.setMode(Theme::Mode::Light);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* line = new QLineEdit(&window);
        auto* text = new QPlainTextEdit(&window);
        layout->addWidget(line);
        layout->addWidget(text);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto frame = [&](QWidget* field) {
            QCoreApplication::processEvents();
            return window.grab().toImage().pixelColor(field->geometry().center().x(), field->geometry().top());
        };
        line->setFocus();
        const QColor calm = frame(text);
        const QColor focused = frame(line);
        text->setFocus();
        QCOMPARE(frame(text), focused);
        QCOMPARE(frame(line), calm);
        QVERIFY(calm != focused);
    }
    void theMonoFaceHasAChineseFamilyBehindIt() {
        bool chinese = false;
        for (const auto& family : monoFont().families()) chinese |= family.contains(QStringLiteral("CJK"));
        QVERIFY(chinese);
    }
};

std::unique_ptr<QObject> makeThemeTest() {
    return std::make_unique<ThemeTest>();
}

}  // namespace ph::test

#include "theme_test.moc"
