// SPDX-License-Identifier: MIT
#include "app/export/export_dialog.h"

#include "app/export/figure.h"
#include "app/model/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace sublinear {

namespace {

const QString kSizeKey = QStringLiteral("export/size");
const QString kScaleKey = QStringLiteral("export/scale");
const QString kFontKey = QStringLiteral("export/font");
const QString kThemeKey = QStringLiteral("export/theme");
const QString kTitleKey = QStringLiteral("export/title");
const QString kFormatsKey = QStringLiteral("export/formats");
const QString kFolderKey = QStringLiteral("export/folder");

QString usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + QStringLiteral("/figures");
}

QDoubleSpinBox* numberBox(QWidget* parent, const char* id, double least, double most, double step, double value)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setObjectName(QString::fromLatin1(id));
    box->setRange(least, most);
    box->setSingleStep(step);
    box->setDecimals(2);
    box->setValue(value);
    return box;
}

} // namespace

FigureStyle ExportDialog::lastStyle()
{
    const QSettings settings;
    FigureStyle style;
    if (const auto size = parseFigureSize(toUtf8(settings.value(kSizeKey).toString()))) {
        style.size = *size;
    }
    style.scale = std::clamp(settings.value(kScaleKey, style.scale).toDouble(), kSmallestScale, kLargestScale);
    style.fontPoints = std::clamp(settings.value(kFontKey, style.fontPoints).toDouble(), kSmallestFont, kLargestFont);
    style.ground = groundNamed(toUtf8(settings.value(kThemeKey).toString())).value_or(style.ground);
    style.title = settings.value(kTitleKey, style.title).toBool();
    return style;
}

ExportDialog::ExportDialog(const std::vector<Chart>& charts, const QString& chosen, QWidget* parent)
    : QDialog(parent)
    , m_charts(new QComboBox(this))
    , m_size(new QLineEdit(this))
    , m_theme(new QComboBox(this))
    , m_title(new QCheckBox(tr("With its title"), this))
    , m_folder(new QLineEdit(this))
    , m_trouble(new QLabel(this))
    , m_export(nullptr)
    , m_command(nullptr)
{
    setObjectName(QStringLiteral("export.dialog"));
    setWindowTitle(tr("Export"));
    const QSettings settings;
    const FigureStyle last = lastStyle();
    m_charts->setObjectName(QStringLiteral("export.charts"));
    m_charts->addItem(tr("All charts of the scenario"), QString());
    for (const Chart& chart : charts) {
        m_charts->addItem(chart.name, chart.id);
    }
    m_charts->setCurrentIndex(std::max(0, m_charts->findData(chosen)));

    auto* formats = new QHBoxLayout;
    const QStringList ticked = settings.value(kFormatsKey, QStringList { QStringLiteral("svg") }).toStringList();
    for (const std::string_view name : kFigureFormats) {
        const QString text = toQString(name);
        auto* box = new QCheckBox(name == formatName(FigureFormat::Tikz) ? tr("TikZ") : text.toUpper(), this);
        box->setObjectName(QStringLiteral("export.") + text);
        box->setChecked(ticked.contains(text));
        connect(box, &QCheckBox::toggled, this, &ExportDialog::sync);
        formats->addWidget(box);
        m_formats.push_back(box);
    }
    formats->addStretch(1);

    m_size->setObjectName(QStringLiteral("export.size"));
    m_size->setText(settings.value(kSizeKey, QStringLiteral("960x600")).toString());
    m_size->setToolTip(tr("In pixels or millimetres: 960x600, 160x100mm"));
    m_scale = numberBox(this, "export.scale", kSmallestScale, kLargestScale, 0.5, last.scale);
    m_scale->setToolTip(tr("Pixels of a PNG for each of the size"));
    m_font = numberBox(this, "export.font", kSmallestFont, kLargestFont, 0.5, last.fontPoints);
    m_font->setSuffix(tr(" pt"));
    m_theme->setObjectName(QStringLiteral("export.theme"));
    m_theme->addItem(tr("Light"), QStringLiteral("light"));
    m_theme->addItem(tr("Dark"), QStringLiteral("dark"));
    m_theme->addItem(tr("Projector"), QStringLiteral("projector"));
    m_theme->setCurrentIndex(std::max(0, m_theme->findData(toQString(groundName(last.ground)))));
    m_title->setObjectName(QStringLiteral("export.title"));
    m_title->setChecked(last.title);
    m_folder->setObjectName(QStringLiteral("export.folder"));
    m_folder->setText(QDir::toNativeSeparators(settings.value(kFolderKey, usualFolder()).toString()));
    m_trouble->setObjectName(QStringLiteral("export.trouble"));
    m_trouble->setWordWrap(true);

    auto* browse = new QPushButton(tr("Choose\u2026"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* where = new QHBoxLayout;
    where->addWidget(m_folder, 1);
    where->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("&Charts"), m_charts);
    form->addRow(tr("Formats"), formats);
    form->addRow(tr("&Size"), m_size);
    form->addRow(tr("PNG s&cale"), m_scale);
    form->addRow(tr("&Type"), m_font);
    form->addRow(tr("T&heme"), m_theme);
    form->addRow(QString(), m_title);
    auto* folderLabel = new QLabel(tr("&Folder"), this);
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, where);

    // In a plain row: the Tab order of a QDialogButtonBox with three of them never gets out of it.
    m_command = new QPushButton(tr("Copy command line"), this);
    m_command->setObjectName(QStringLiteral("export.command"));
    m_command->setAutoDefault(false);
    m_export = new QPushButton(tr("Export"), this);
    m_export->setObjectName(QStringLiteral("export.export"));
    m_export->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("export.cancel"));
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_command);
    buttons->addStretch(1);
    buttons->addWidget(m_export);
    buttons->addWidget(cancel);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(m_command, &QPushButton::clicked, this, &ExportDialog::commandAsked);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_trouble);
    column->addLayout(buttons);
    connect(m_size, &QLineEdit::textChanged, this, &ExportDialog::sync);
    connect(m_folder, &QLineEdit::textChanged, this, &ExportDialog::sync);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportDialog::sync);
    sync();
}

ExportOrder ExportDialog::order() const
{
    ExportOrder order;
    const std::string chosen = toUtf8(m_charts->currentData().toString());
    if (chosen.empty()) {
        order.charts.assign(allCharts().begin(), allCharts().end());
    } else {
        order.charts.push_back(chosen);
    }
    for (std::size_t i = 0; i < m_formats.size(); ++i) {
        if (m_formats[i]->isChecked()) {
            order.formats.push_back(static_cast<FigureFormat>(i));
        }
    }
    if (const auto size = parseFigureSize(toUtf8(m_size->text().trimmed()))) {
        order.style.size = *size;
    }
    order.style.scale = m_scale->value();
    order.style.fontPoints = m_font->value();
    order.style.ground = groundNamed(toUtf8(m_theme->currentData().toString())).value_or(Ground::Light);
    order.style.title = m_title->isChecked();
    order.folder = QDir::fromNativeSeparators(m_folder->text());
    return order;
}

void ExportDialog::sync()
{
    const ExportOrder asked = order();
    QString trouble;
    if (const auto size = parseFigureSize(toUtf8(m_size->text().trimmed())); !size) {
        trouble = toQString(size.error().message);
    } else if (const Status sound = checkStyle(asked.style); !sound) {
        trouble = toQString(sound.error().message);
    } else if (asked.formats.empty()) {
        trouble = tr("No format is ticked");
    } else if (asked.folder.isEmpty()) {
        trouble = tr("No folder is named");
    }
    m_trouble->setText(trouble);
    m_export->setEnabled(trouble.isEmpty());
    m_command->setEnabled(trouble.isEmpty());
}

void ExportDialog::browse()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the files"), m_folder->text());
    if (!folder.isEmpty()) {
        m_folder->setText(QDir::toNativeSeparators(folder));
    }
}

void ExportDialog::accept()
{
    QSettings settings;
    settings.setValue(kSizeKey, m_size->text().trimmed());
    settings.setValue(kScaleKey, m_scale->value());
    settings.setValue(kFontKey, m_font->value());
    settings.setValue(kThemeKey, m_theme->currentData());
    settings.setValue(kTitleKey, m_title->isChecked());
    QStringList formats;
    for (std::size_t i = 0; i < m_formats.size(); ++i) {
        if (m_formats[i]->isChecked()) {
            formats << toQString(kFigureFormats[i]);
        }
    }
    settings.setValue(kFormatsKey, formats);
    settings.setValue(kFolderKey, QDir::fromNativeSeparators(m_folder->text()));
    QDialog::accept();
}

} // namespace sublinear
